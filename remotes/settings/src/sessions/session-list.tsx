import { Desktop20Regular } from "@fluentui/react-icons/svg/desktop";
import { Phone20Regular } from "@fluentui/react-icons/svg/phone";
import { ShieldCheckmark16Regular } from "@fluentui/react-icons/svg/shield-checkmark";
import { Button } from "@tessera/fluent";
import { Pill, RelativeTime, removes } from "@tessera/ui";
import type { OwnSession } from "../account/own-account.ts";
import { Row, Rows } from "../parts/rows.tsx";

/** Every browser and device that is signed in, this one first. */
export function SessionList(props: {
  sessions: OwnSession[];
  ending: string | null;
  onEnd: (session: OwnSession) => void;
}) {
  const sessions = props.sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <Rows label="Signed-in browsers and devices">
      {sessions.map((session) => (
        <Row
          key={session.id}
          icon={/iPhone|Android/.test(session.device) ? <Phone20Regular /> : <Desktop20Regular />}
          title={
            <>
              {session.device}
              {session.current && <Pill status="ok">This browser</Pill>}
              {session.aal === "aal2" && (
                <Pill status="idle" icon={<ShieldCheckmark16Regular />}>
                  With second factor
                </Pill>
              )}
            </>
          }
          line={
            <>
              {whereOf(session)}
              {session.current ? (
                "active now"
              ) : (
                <>
                  active <RelativeTime at={session.last_used_at} inSentence />
                </>
              )}
              , signed in <RelativeTime at={session.created_at} inSentence />
            </>
          }
        >
          {!session.current && (
            <Button
              {...removes}
              aria-label={`Sign out ${session.device}`}
              disabledFocusable={props.ending !== null}
              onClick={() => props.onEnd(session)}
            >
              Sign out
            </Button>
          )}
        </Row>
      ))}
    </Rows>
  );
}

/** "Vienna, Austria (203.0.113.9), " as far as it is known. */
export function whereOf({ place, address }: { place: string | null; address: string | null }): string {
  if (place && address) return `${place} (${address}), `;
  return place || address ? `${place ?? address}, ` : "";
}
