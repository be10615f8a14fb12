import { keepPreviousData, useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useCallback, useState } from "react";
import { finance, keys } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { useAddress } from "../frame/use-address.ts";
import { dayText } from "../transactions/transaction-row.tsx";

/** Rates of the pair that the address names ("USD-EUR"), else of the first one. */
export function useRates() {
  const { params, set } = useAddress();
  const [base, quote] = (params.get("pair") ?? "").split("-");
  const isPair = [base, quote].every((one) => /^[A-Z]{3}$/.test(one ?? ""));
  const query = useQuery({
    queryKey: keys.rates(isPair ? `${base}-${quote}` : ""),
    queryFn: ({ signal }) => finance.rates(isPair ? { base: base!, quote: quote! } : {}, signal),
    placeholderData: keepPreviousData,
  });
  return { query, show: (pair: string) => set({ pair }) };
}

/** Sends a file of rates, and says what was kept of it. */
export function useRateFile(locale?: string) {
  const client = useQueryClient();
  const { finished } = useActs();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const read = useCallback(
    async (file: File | undefined) => {
      if (!file) return;
      setBusy(true);
      setFailure(null);
      const form = new FormData();
      form.set("file", file, file.name);
      try {
        const done = await finance.importRates(form, crypto.randomUUID());
        const broken = done.broken ? ` ${done.broken.toLocaleString()} lines were left out. ${done.reason}` : "";
        const kept = `${done.rates.toLocaleString()} ${done.rates === 1 ? "rate" : "rates"} kept`;
        if (done.rates && done.from)
          await finished(
            done.act,
            `${kept}: ${done.currencies.join(", ")} since ${dayText(done.from, locale)}.${broken}`,
          );
        else shell().notifications.show({ message: `All rates of ${file.name} were known already.${broken}` });
        await client.invalidateQueries({ queryKey: keys.all });
      } catch (error) {
        setFailure(failureWords(`${file.name} was not read.`, error));
      } finally {
        setBusy(false);
      }
    },
    [client, finished, locale],
  );
  return { read, busy, failure };
}
