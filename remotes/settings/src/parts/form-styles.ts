import { makeStyles } from "@tessera/fluent";

/** The fields of the profile: one column, as wide as a name or an address. */
export const useFormStyles = makeStyles({
  form: { display: "grid", gap: "12px", maxWidth: "360px", paddingTop: "4px" },
  button: { justifySelf: "start", "@media (max-width: 959.98px)": { minHeight: "44px" } },
});
