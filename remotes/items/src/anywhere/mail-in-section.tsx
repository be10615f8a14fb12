import type { MailIn } from "@tessera/contracts-items/mail-in.ts";
import { mailInClient } from "@tessera/contracts-items/mail-in-client.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useMutation, useQuery, useQueryClient } from "@tessera/query";
import { Link } from "@tessera/router";
import { shell, useLive, usePlace } from "@tessera/shell-api";
import {
  EmptyState,
  ErrorState,
  Notice,
  PageHead,
  Pane,
  PaneScroll,
  PlainButton,
  RelativeTime,
  RowSkeleton,
  Section,
} from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { copyText } from "./copy-text.ts";

const mailIn = mailInClient((path, init) => shell().http(path, init));
const KEY = ["items", "mail-in"];

const useStyles = makeStyles({
  content: { padding: "0 0 32px", maxWidth: "760px" },
  words: {
    margin: "0 0 12px",
    color: tokens.colorNeutralForeground2,
    "& code": { fontFamily: tokens.fontFamilyMonospace, fontSize: "12px" },
  },
  link: {
    color: tokens.colorBrandForegroundLink,
    ":hover": { color: tokens.colorBrandForegroundLinkHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
  },
  address: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    margin: "0 0 12px",
    padding: "8px 12px",
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground4,
    "& code": { flex: "1 1 240px", fontFamily: tokens.fontFamilyMonospace, overflowWrap: "anywhere" },
  },
  acts: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** `/settings/save-by-email`: the address at which mails become cards. */
export default function MailInSection() {
  const styles = useStyles();
  usePlace([{ label: "Settings", path: "/settings" }, { label: "Save by email" }], "/settings");
  const client = useQueryClient();
  const own = useQuery({ queryKey: KEY, queryFn: ({ signal }) => mailIn.get(signal) });
  // A mail that comes in is a card at once: when it did is read again.
  useLive("items.item", () => void client.invalidateQueries({ queryKey: KEY }));
  return (
    <Pane kind="detail" label="Save by email">
      <PageHead area="Settings" title="Save by email" />
      <PaneScroll className={styles.content}>
        {own.data ? (
          <Own own={own.data} />
        ) : own.error ? (
          <ErrorState title="Your address could not be loaded" error={own.error} onRetry={() => void own.refetch()} />
        ) : (
          <RowSkeleton rows={3} />
        )}
      </PaneScroll>
    </Pane>
  );
}

function Own({ own }: { own: MailIn }) {
  const styles = useStyles();
  const { renew, remove } = useActs();
  const busy = renew.isPending || remove.isPending;
  if (own.domain === null)
    return (
      <EmptyState
        title="No mail comes in here"
        sentence="This installation receives no mail. Its administrator can set that up: see Operations in the handbook of developers."
      />
    );
  if (own.address === null)
    return (
      <EmptyState
        title="Forward a mail, keep it as a card"
        sentence="You get an address of your own. Everything that is sent to it comes into your inbox, with attachments."
        action={{ label: "Create my address", onClick: () => renew.mutate() }}
      />
    );
  const [name, domain] = own.address.split("@") as [string, string];
  return (
    <>
      <Section title="Your address">
        <p className={styles.words}>
          Forward mails to it, or subscribe to newsletters with it. Each mail becomes a card in your{" "}
          <Link className={styles.link} to="/items/inbox">
            inbox
          </Link>
          , with attachments, up to 25 MB. Your{" "}
          <Link className={styles.link} to="/items/rules">
            rules
          </Link>{" "}
          apply to it.
        </p>
        <div className={styles.address}>
          <code>{own.address}</code>
          <PlainButton appearance="secondary" onClick={() => copyText(own.address!, "Address copied")}>
            Copy the address
          </PlainButton>
        </div>
        <p className={styles.words}>
          Add a tag behind a plus: <code>{`${name.slice(0, 4)}…+receipts@${domain}`}</code> tags the card “receipts”.
        </p>
        {own.refused && (!own.lastAt || own.refused.at > own.lastAt) && (
          <Notice intent="warning">
            A mail was not kept <RelativeTime at={own.refused.at} inSentence />. {own.refused.reason}
          </Notice>
        )}
        <p className={styles.words}>
          {own.lastAt ? (
            <>
              The newest mail came <RelativeTime at={own.lastAt} inSentence />.
            </>
          ) : (
            "No mail has come yet."
          )}
        </p>
      </Section>
      <Section title="If somebody else learns it">
        <p className={styles.words}>
          Everybody who knows the address can send you cards, but reads nothing. A new address replaces this one at
          once; your cards stay.
        </p>
        <div className={styles.acts}>
          <PlainButton appearance="secondary" disabled={busy} onClick={() => void askRenew(renew.mutate)}>
            Get a new address
          </PlainButton>
          <PlainButton appearance="secondary" disabled={busy} onClick={() => void askRemove(remove.mutate)}>
            Remove the address
          </PlainButton>
        </div>
      </Section>
    </>
  );
}

function useActs() {
  const client = useQueryClient();
  const said = (message: string, intent: "success" | "error") => shell().notifications.show({ message, intent });
  const failed = (error: Error) => said(failureWords("Your address was not changed.", error), "error");
  const renew = useMutation({
    mutationFn: () => mailIn.renew(crypto.randomUUID()),
    onSuccess: (own) => {
      client.setQueryData(KEY, own);
      said("Your address is ready", "success");
    },
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: () => mailIn.remove(),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: KEY });
      said("Your address takes no mail any more", "success");
    },
    onError: failed,
  });
  return { renew, remove };
}

const confirmed = (sentence: string, title: string, act: string) =>
  shell().dialogs.confirm(sentence, {
    ...{ title, maxWidth: "440px" },
    buttons: [
      { text: "Keep it", variant: "text", onClick: (dialog) => dialog.cancel() },
      { text: act, color: "danger", value: true },
    ],
  });

async function askRenew(renew: () => void): Promise<void> {
  const sentence = "Mail to the address of now is refused from then on, and the address cannot be brought back.";
  if (await confirmed(sentence, "Get a new address?", "Get a new address")) renew();
}

async function askRemove(remove: () => void): Promise<void> {
  const sentence = "Mail to it is refused from then on, and the address cannot be brought back. Your cards stay.";
  if (await confirmed(sentence, "Remove your address?", "Remove")) remove();
}
