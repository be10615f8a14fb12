import type { Account } from "@tessera/contracts-finance/accounts.ts";
import type { CsvLayout, CsvReading, CsvTrial } from "@tessera/contracts-finance/csv-profiles.ts";
import type { BankImport } from "@tessera/contracts-finance/imports.ts";
import { MAX_NAME_LENGTH } from "@tessera/contracts-finance/limits.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { keepPreviousData, useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { ErrorState, Notice, PaneScroll, RowSkeleton, useSubmit } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance, keys } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { DELIMITER_NAMES, ENCODINGS, layoutOf, ORDER_NAMES, withRole } from "./csv-choices.ts";
import { CsvTable } from "./csv-table.tsx";
import { useCsvProfiles } from "./use-csv-profiles.ts";

const useStyles = makeStyles({
  form: { display: "flex", flexDirection: "column", minHeight: 0, flexGrow: 1 },
  body: { display: "flex", flexDirection: "column", gap: "16px", padding: "16px" },
  words: { margin: 0, color: tokens.colorNeutralForeground2 },
  fields: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(168px, 1fr))",
    alignItems: "start",
    gap: "12px 16px",
    // A select is as wide as its longest choice otherwise: the names of all columns.
    "& > *, & .fui-Select": { minWidth: 0 },
    "& select": { width: "100%", minWidth: 0, textOverflow: "ellipsis" },
  },
  foot: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
    padding: "12px 16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { minWidth: "160px", flexGrow: 1, maxWidth: "320px" },
});

const sentence = (error: unknown) => failureWords("The file is read as before.", error);

/** How a CSV file is read: corrected with its first lines in view, and remembered for files like it. */
export function CsvLayoutForm(props: {
  file: BankImport;
  accounts: readonly Account[];
  accountId: string | null;
  onDone: () => void;
  onCancel: () => void;
}) {
  const styles = useStyles();
  const client = useQueryClient();
  const { file } = props;
  const { finished } = useActs();
  const profiles = useCsvProfiles().query.data?.items ?? [];
  const [trial, setTrial] = useState<CsvTrial>({});
  const [currency, setCurrency] = useState<string | null>(null);
  const [remember, setRemember] = useState(Boolean(file.csv?.profile));
  const [name, setName] = useState(file.csv?.profile?.name ?? "");
  const { busy, failure, submit } = useSubmit(sentence);
  const query = useQuery({
    queryKey: [...keys.preview, "csv", file.id, trial],
    queryFn: ({ signal }) => finance.tryCsv(file.id, trial, signal),
    placeholderData: keepPreviousData,
  });
  const reading = query.data;
  if (!reading)
    return query.isError ? (
      <ErrorState title="The file could not be shown" error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeleton />
    );

  const layout = layoutOf(reading);
  /** What a person did not say stays open: both orders of dates may still fit. */
  const change = (patch: CsvLayout) => {
    const { dateOrder, ...rest } = layout;
    setTrial({ layout: { ...rest, ...(reading.dateAmbiguous ? {} : { dateOrder }), ...patch } });
  };
  /** Other columns come of these, so what they hold is worked out again. */
  const cutAnew = (patch: Pick<CsvLayout, "encoding" | "delimiter">) => {
    const { encoding, delimiter, negate, currency: stated } = layout;
    setTrial({ layout: { encoding, delimiter, negate, currency: stated, ...patch } });
  };
  const typed = currency ?? layout.currency ?? "";
  const isCurrency = typed === "" || /^[A-Z]{3}$/.test(typed);
  const chooseCurrency = (text: string) => {
    setCurrency(text);
    if (text === "" || /^[A-Z]{3}$/.test(text)) change({ currency: text || null });
  };
  const wrong = reading.rows.filter(({ kind }) => kind === "wrong").length;
  const ready = reading.usable && isCurrency && (!remember || name.trim() !== "") && !query.isPlaceholderData;
  const save = async () => {
    if (!ready) return;
    const wanted = remember ? { name: name.trim(), accountId: props.accountId } : null;
    const { act } = await finance.correctCsv(file.id, { layout, remember: wanted });
    // What was shown of the file is of another reading.
    client.removeQueries({ queryKey: keys.preview });
    await client.invalidateQueries({ queryKey: keys.all });
    if (act) await finished(act, `Profile ${name.trim()} saved`);
    else shell().notifications.show({ message: "The file was read again" });
    props.onDone();
  };
  return (
    <form className={styles.form} onSubmit={submit(save)} aria-busy={busy} aria-label="How the file is read">
      <PaneScroll>
        <div className={styles.body}>
          {failure && <Notice intent="error">{failure}</Notice>}
          {query.isError && <Notice intent="error">{(query.error as Error).message}</Notice>}
          <p className={styles.words} role="status">
            {reading.usable
              ? wrong
                ? `${wrong} of the first lines cannot be read like this.`
                : "All of the first lines can be read like this."
              : "Choose which column holds the date, and which the amount."}
          </p>
          <div className={styles.fields}>
            {profiles.length > 0 && (
              <Field label="Saved profile">
                <Select
                  value={trial.profileId ?? ""}
                  onChange={(_, { value }) => {
                    setCurrency(null);
                    setTrial(value ? { profileId: value } : { layout: {} });
                    const chosen = profiles.find(({ id }) => id === value);
                    if (chosen) setName(chosen.name);
                    setRemember(chosen !== undefined);
                  }}
                >
                  <option value="">{trial.layout || !file.csv?.profile ? "None" : file.csv.profile.name}</option>
                  {profiles.map((profile) => (
                    <option key={profile.id} value={profile.id}>
                      {profile.name}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
            <Choices reading={reading} onChange={change} onCut={cutAnew} />
            <Field
              label="Currency"
              hint="For rows that do not say it."
              validationMessage={isCurrency ? undefined : "Three letters, for example EUR."}
            >
              <Input
                value={typed}
                maxLength={3}
                placeholder="As the account"
                onChange={(_, { value }) => chooseCurrency(value.toUpperCase())}
              />
            </Field>
          </div>
          <Checkbox
            label="The bank writes money that goes out as positive"
            checked={layout.negate}
            onChange={(_, { checked }) => change({ negate: checked === true })}
          />
          <CsvTable
            reading={reading}
            roles={layout.columns}
            onRole={(at, role) => change({ columns: withRole(layout.columns, at, role) })}
          />
        </div>
      </PaneScroll>
      <div className={styles.foot}>
        <Checkbox
          label="Remember for files like this"
          checked={remember}
          onChange={(_, { checked }) => setRemember(checked === true)}
        />
        {remember && (
          <Input
            className={styles.name}
            aria-label="Name of the profile"
            placeholder="Name of the bank or account"
            maxLength={MAX_NAME_LENGTH}
            value={name}
            onChange={(_, { value }) => setName(value)}
          />
        )}
        <Button type="submit" appearance="primary" disabledFocusable={busy || !ready}>
          Read the file like this
        </Button>
        <Button appearance="subtle" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Choices(props: {
  reading: CsvReading;
  onChange: (patch: CsvLayout) => void;
  onCut: (patch: Pick<CsvLayout, "encoding" | "delimiter">) => void;
}) {
  const { reading, onChange, onCut } = props;
  const { encoding, delimiter, headerLine, dateOrder, dateAmbiguous, decimal, fees, columns, rows } = reading;
  const encodings = ENCODINGS.includes(encoding) ? ENCODINGS : [encoding, ...ENCODINGS];
  const pick = <T extends string>(
    label: string,
    value: T,
    names: Readonly<Record<T, string>>,
    choose: (value: T) => void,
    hint?: string,
  ) => (
    <Field label={label} validationMessage={hint} validationState={hint ? "warning" : undefined}>
      <Select value={value} onChange={(_, data) => choose(data.value as T)}>
        {Object.entries<string>(names).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
  return (
    <>
      {pick("Delimiter", delimiter, DELIMITER_NAMES, (chosen) => onCut({ delimiter: chosen }))}
      {pick("Character set", encoding, Object.fromEntries(encodings.map((one) => [one, one])), (chosen) =>
        onCut({ encoding: chosen }),
      )}
      <Field label="Names of the columns">
        <Select
          value={headerLine === null ? "" : String(headerLine)}
          onChange={(_, { value }) => onChange({ headerLine: value ? Number(value) : null })}
        >
          <option value="">The file has none</option>
          {rows.slice(0, 20).map(({ line, cells }) => (
            <option key={line} value={line}>
              {`Line ${line}: ${cells.filter(Boolean).join(", ")}`.slice(0, 60)}
            </option>
          ))}
        </Select>
      </Field>
      {pick(
        "Dates",
        dateOrder,
        ORDER_NAMES,
        (chosen) => onChange({ dateOrder: chosen }),
        dateAmbiguous ? "Two orders fit all dates. Check the first lines." : undefined,
      )}
      {pick("Decimal sign", decimal, { ",": "Comma: 1.234,50", ".": "Point: 1,234.50" }, (chosen) =>
        onChange({ decimal: chosen }),
      )}
      {columns.includes("fee") &&
        pick("Fees", fees, { included: "Within the amount", extra: "Beside the amount" }, (chosen) =>
          onChange({ fees: chosen }),
        )}
    </>
  );
}
