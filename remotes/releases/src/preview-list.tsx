import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import type { Preview } from "@tessera/contracts-releases/preview.ts";
import type { AppOverview } from "@tessera/contracts-releases/releases.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { LogList, LogRow, useMoment } from "@tessera/ui";

const useStyles = makeStyles({ link: { color: tokens.colorBrandForegroundLink } });

interface PreviewListProps {
  apps: readonly AppOverview[];
  onRevoke: (preview: Preview) => void;
}

/** Links by which people see a release that is not theirs. */
export function PreviewList({ apps, onRevoke }: PreviewListProps) {
  const styles = useStyles();
  const moment = useMoment();
  return (
    <LogList label="Preview links" timeless>
      {apps.flatMap(({ title, previews = [] }) =>
        previews.map((preview) => {
          const { id, release, branch, createdBy, expiresAt, link } = preview;
          const name = `${title} ${release ? `${release.version} #${release.number}` : "(no release)"}`;
          return (
            <LogRow
              key={id}
              subject={branch === null ? name : `${name}, branch ${branch}`}
              text={
                <>
                  <a href={link} className={styles.link} aria-label={`Open the preview link of ${name}`}>
                    Open
                  </a>
                  , until {moment(expiresAt)}, by {createdBy}
                </>
              }
            >
              <Button
                size="small"
                appearance="subtle"
                icon={<Dismiss16Regular />}
                aria-label={`Revoke the preview link of ${name}`}
                onClick={() => onRevoke(preview)}
              >
                Revoke
              </Button>
            </LogRow>
          );
        }),
      )}
    </LogList>
  );
}
