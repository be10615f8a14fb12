import { KeyMultiple20Regular } from "@fluentui/react-icons/svg/key-multiple";
import type { ApiToken, NewApiToken } from "@tessera/contracts-identity/account.ts";
import { MAX_API_TOKENS } from "@tessera/contracts-identity/limits.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { Link } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { Notice, Pill, RelativeTime, removes } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Row, Rows } from "../parts/rows.tsx";
import { SettingGroup } from "../parts/setting.tsx";
import { mcpAddress } from "./assistants.ts";
import { limitInWords } from "./card-limit.ts";
import { useCardTypes } from "./card-limit-fields.tsx";
import { ConnectAssistant } from "./connect-assistant.tsx";
import { CopyLine } from "./copy-line.tsx";
import { NewTokenDialog } from "./new-token-dialog.tsx";
import { accessOf, ownTokens, TOKENS } from "./own-tokens.ts";
import { TokenDialog } from "./token-dialog.tsx";

const useStyles = makeStyles({
  lead: { margin: "0 0 12px", color: tokens.colorNeutralForeground2 },
  link: {
    color: tokens.colorBrandForegroundLink,
    ":hover": { color: tokens.colorBrandForegroundLinkHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
  },
  address: { margin: "0 0 16px", maxWidth: "640px" },
  add: { marginTop: "8px", "@media (max-width: 959.98px)": { minHeight: "44px" } },
});

const isOver = ({ expires_at }: ApiToken) => Date.parse(expires_at) <= Date.now();

/** Tokens with which the person's own programs use their account, and revoking them. */
export function ApiTokensSection() {
  const styles = useStyles();
  const queries = useQueryClient();
  const own = useQuery({ queryKey: TOKENS, queryFn: ownTokens.list });
  const [outcome, setOutcome] = useState<{ intent: "success" | "error"; text: string } | null>(null);
  const types = useCardTypes(own.data?.tokens.some((token) => token.types?.length) ?? false);
  const guide = shell().contributions.settings.find(({ id }) => id === "save-from-anywhere");

  const make = async () => {
    setOutcome(null);
    let token: NewApiToken | null = null;
    const props = {
      scopes: own.data?.scopes ?? [],
      made: (made: NewApiToken) => {
        token = made;
      },
    };
    const options = { title: "Create an API token", maxWidth: "480px", buttons: [] };
    await shell().dialogs.open<true, typeof props>(NewTokenDialog, props, options);
    if (!token) return;
    const { token: secret, name } = token as NewApiToken;
    void queries.invalidateQueries({ queryKey: TOKENS });
    await shell().dialogs.open<true, { token: string }>(
      TokenDialog,
      { token: secret },
      { title: `Your token: ${name}`, maxWidth: "480px", buttons: [], persistent: true },
    );
    setOutcome({ intent: "success", text: `${name} can be used from now on. We sent you an email about it.` });
  };
  const revoke = async ({ id, name }: ApiToken) => {
    setOutcome(null);
    const chosen = await shell().dialogs.confirm(
      `The program that uses ${name} loses its access at once. What it did stays as it is.`,
      {
        title: `Revoke ${name}?`,
        maxWidth: "440px",
        buttons: [
          { text: "Keep it", variant: "text", onClick: (dialog) => dialog.cancel() },
          { text: "Revoke", color: "danger", value: true },
        ],
      },
    );
    if (!chosen) return;
    try {
      await ownTokens.revoke(id);
      setOutcome({ intent: "success", text: `${name} does not count any more.` });
    } catch (error) {
      setOutcome({ intent: "error", text: failureWords(`${name} was not revoked.`, error, accountSentence(error)) });
    }
    await queries.invalidateQueries({ queryKey: TOKENS });
  };

  return (
    <>
      <SettingGroup title="Your tokens">
        {outcome && <Notice intent={outcome.intent}>{outcome.text}</Notice>}
        <p className={styles.lead}>
          A token lets a script or a shortcut of yours use Tessera without your password, for what you choose. It never
          reaches your account, settings or billing. All tokens end when you change your password or sign out
          everywhere.
          {guide && (
            <>
              {" "}
              <Link className={styles.link} to={guide.path}>
                How to use the API
              </Link>
            </>
          )}
        </p>
        <Loaded of={own} rows={2}>
          {({ tokens: list, scopes }) => (
            <>
              {list.length > 0 && (
                <Rows label="Your tokens">
                  {list.map((token) => (
                    <Row
                      key={token.id}
                      icon={<KeyMultiple20Regular />}
                      title={
                        <>
                          <bdi>{token.name}</bdi>
                          {isOver(token) && <Pill status="warn">Expired</Pill>}
                        </>
                      }
                      line={<Line token={token} access={accessOf(token, scopes) + limitInWords(token, types)} />}
                    >
                      <Button
                        {...removes}
                        aria-label={`${isOver(token) ? "Remove" : "Revoke"} ${token.name}`}
                        onClick={() => revoke(token)}
                      >
                        {isOver(token) ? "Remove" : "Revoke"}
                      </Button>
                    </Row>
                  ))}
                </Rows>
              )}
              {list.filter((token) => !isOver(token)).length < MAX_API_TOKENS ? (
                <Button className={styles.add} onClick={make}>
                  Create a token
                </Button>
              ) : (
                <p className={styles.lead}>
                  {MAX_API_TOKENS} tokens are the most there can be. Revoke one to make another.
                </p>
              )}
            </>
          )}
        </Loaded>
      </SettingGroup>
      <SettingGroup title="Connect an assistant">
        <p className={styles.lead}>
          Claude, VS Code, Cursor and other programs that speak MCP can search, read and add your cards. Create a token
          for each program; with one that may only read, it changes nothing. Pages and mails among your cards may try to
          give it orders: let it ask you before it changes something.
        </p>
        <div className={styles.address}>
          <CopyLine value={mcpAddress()} label="Copy the address" copied="Address copied." />
        </div>
        <ConnectAssistant />
        <p className={styles.lead}>
          Programs that cannot send a token, such as ChatGPT and Claude in the browser, need the address alone and ask
          you to sign in, if this installation lets programs register. Connected apps ends their access.
        </p>
      </SettingGroup>
    </>
  );
}

function Line({ token, access }: { token: ApiToken; access: string }) {
  return (
    <>
      {access}. Made <RelativeTime at={token.created_at} inSentence />,{" "}
      {token.last_used_at ? (
        <>
          last used <RelativeTime at={token.last_used_at} inSentence />
        </>
      ) : (
        "not used yet"
      )}
      , {isOver(token) ? "expired" : "expires"} <RelativeTime at={token.expires_at} inSentence />
    </>
  );
}
