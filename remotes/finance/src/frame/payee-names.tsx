import { useQuery } from "@tessera/query";
import { finance, keys } from "../api.ts";

/** Payees that fields suggest; the rest is typed. */
const MAX_SUGGESTED = 200;

/** The names that fields with `list="finance-payees"` suggest. */
export function PayeeNames() {
  const payees = useQuery({
    queryKey: keys.payees,
    queryFn: ({ signal }) => finance.payees({ limit: MAX_SUGGESTED }, signal),
  });
  return (
    <datalist id="finance-payees">
      {payees.data?.items.map(({ id, name }) => (
        <option key={id} value={name} />
      ))}
    </datalist>
  );
}
