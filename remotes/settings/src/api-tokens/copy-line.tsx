import { Button, makeStyles, tokens } from "@tessera/fluent";
import { shell } from "@tessera/shell-api";

const useStyles = makeStyles({
  line: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    padding: "8px 12px",
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground4,
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: "anywhere",
    "& code": { flexGrow: 1, minWidth: 0, font: "inherit" },
    "& > button": { flexShrink: 0 },
    "@media (max-width: 599.98px)": { "& > button": { minHeight: "44px" } },
  },
});

/** A value to take along. @param copied what is said once it was copied */
export function CopyLine({ value, label, copied }: { value: string; label: string; copied: string }) {
  const copy = async () => {
    const { show } = shell().notifications;
    await navigator.clipboard.writeText(value).then(
      () => show({ message: copied, intent: "success" }),
      () => show({ message: "The browser did not let the page copy. Select the text and copy it.", intent: "error" }),
    );
  };
  return (
    <div className={useStyles().line}>
      <code>{value}</code>
      <Button size="small" aria-label={label} onClick={copy}>
        Copy
      </Button>
    </div>
  );
}
