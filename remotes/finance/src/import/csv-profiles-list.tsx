import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import type { Account } from "@tessera/contracts-finance/accounts.ts";
import type { CsvProfile } from "@tessera/contracts-finance/csv-profiles.ts";
import { MAX_NAME_LENGTH } from "@tessera/contracts-finance/limits.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm, IconButton } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { useCsvProfiles } from "./use-csv-profiles.ts";

const useStyles = makeStyles({
  root: { maxWidth: "640px", padding: "0 24px 24px" },
  head: { margin: "0 0 8px", fontSize: "16px", lineHeight: "22px", fontWeight: 600 },
  list: { listStyleType: "none", margin: 0, padding: 0 },
  one: {
    display: "flex",
    alignItems: "center",
    gap: "4px",
    minHeight: "44px",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { flexGrow: 1, minWidth: 0 },
  second: {
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
  },
});

/** The saved ways to read CSV files; none, nothing is shown: they come with the first correction. */
export function CsvProfilesList({ accounts }: { accounts: readonly Account[] }) {
  const styles = useStyles();
  const { finished } = useActs();
  const profiles = useCsvProfiles().query.data?.items ?? [];
  if (!profiles.length) return null;
  const remove = async ({ id, version, name }: CsvProfile) => {
    try {
      await finished((await finance.deleteCsvProfile(id, version)).act, `Profile ${name} deleted`);
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was deleted.", error), intent: "error" });
    }
  };
  return (
    <section className={styles.root} aria-labelledby="csv-profiles">
      <h2 id="csv-profiles" className={styles.head}>
        Saved profiles of CSV files
      </h2>
      <ul className={styles.list}>
        {profiles.map((profile) => (
          <li key={profile.id} className={styles.one}>
            <div className={styles.words}>
              <div>{profile.name}</div>
              <div className={styles.second}>
                {[
                  accounts.find(({ id }) => id === profile.accountId)?.name,
                  profile.header?.filter(Boolean).join(", ") ?? "Without names of columns",
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </div>
            </div>
            <IconButton
              icon={<Edit20Regular />}
              label={`Change ${profile.name}`}
              onClick={() =>
                void shell().dialogs.open(
                  ProfileDialog,
                  {
                    profile,
                    accounts,
                    onDone: (act: string, name: string) => void finished(act, `Profile ${name} changed`),
                  },
                  { title: "Change the profile", buttons: [] },
                )
              }
            />
            <IconButton
              icon={<Delete20Regular />}
              label={`Delete ${profile.name}`}
              onClick={() => void remove(profile)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DialogProps {
  profile: CsvProfile;
  accounts: readonly Account[];
  onDone: (act: string, name: string) => void;
}

function ProfileDialog({ profile, accounts, onDone, dialog }: DialogProps & { dialog: DialogActions<true> }) {
  const [name, setName] = useState(profile.name);
  const [accountId, setAccountId] = useState(profile.accountId ?? "");
  const act = async () => {
    const patch = { name: name.trim(), accountId: accountId || null };
    const done = await finance.changeCsvProfile(profile.id, profile.version, patch);
    onDone(done.act, done.profile.name);
  };
  return (
    <DialogForm dialog={dialog} confirm="Save" cancel="Cancel" disabled={!name.trim()} act={act}>
      <Field label="Name" required>
        <Input value={name} maxLength={MAX_NAME_LENGTH} autoFocus onChange={(_, data) => setName(data.value)} />
      </Field>
      <Field label="Account" hint="Offered for files that do not name theirs.">
        <Select value={accountId} onChange={(_, data) => setAccountId(data.value)}>
          <option value="">None</option>
          {accounts.map(({ id, name: account }) => (
            <option key={id} value={id}>
              {account}
            </option>
          ))}
        </Select>
      </Field>
    </DialogForm>
  );
}
