import { ArrowSync20Regular } from "@fluentui/react-icons/svg/arrow-sync";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { PlugConnected20Regular } from "@fluentui/react-icons/svg/plug-connected";
import type { Provider } from "@tessera/contracts-agents/providers.ts";
import { Spinner } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { IconButton, RelativeTime, removes, StatusText, useRemovedRow } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { agents, keys } from "../api.ts";
import { useConnectionRows } from "./connection-rows.ts";
import { openProviderDialog } from "./provider-dialog.tsx";
import { counted } from "./use-checks.ts";

/** The person's providers: what each is, whether it works, and what can be done with it. */
export function ProvidersList(props: {
  providers: readonly Provider[];
  running: ReadonlySet<string>;
  check: (provider: Provider) => Promise<void>;
}) {
  const styles = useConnectionRows();
  const client = useQueryClient();
  const list = useRemovedRow<HTMLUListElement>();
  const edit = (provider: Provider) =>
    void openProviderDialog({
      provider,
      onDone: (changed) =>
        changed.checkedAt === null ? void props.check(changed) : void client.invalidateQueries({ queryKey: keys.all }),
    });
  const remove = async ({ id, name, models }: Provider) => {
    const sure = await shell().dialogs.confirm(
      `${name} is removed with its key and its ${counted(models)}. What you asked it stays in your usage.`,
      {
        title: `Remove ${name}?`,
        buttons: [
          { text: "Keep", variant: "outline", onClick: (dialog) => dialog.cancel() },
          { text: "Remove", color: "danger", value: true },
        ],
      },
    );
    if (!sure) return;
    try {
      await agents.deleteProvider(id);
      await client.invalidateQueries({ queryKey: keys.all });
      shell().notifications.show({ message: `${name} removed` });
    } catch (error) {
      shell().notifications.show({ message: failureWords(`${name} was not removed.`, error), intent: "error" });
    }
  };
  return (
    <ul ref={list} aria-label="Providers" className={styles.rows}>
      {props.providers.map((provider) => {
        const { id, name, baseUrl, hasKey, models, failure, checkedAt, inPlan = true } = provider;
        const isRunning = props.running.has(id);
        return (
          <li key={id} className={styles.row}>
            <PlugConnected20Regular />
            <div>
              <div className={styles.title}>
                <span>{name}</span>
                {isRunning ? (
                  <StatusText status="run" icon={<Spinner size="extra-tiny" />}>
                    Testing
                  </StatusText>
                ) : failure ? (
                  <StatusText status="bad">Does not work</StatusText>
                ) : checkedAt ? (
                  <StatusText status="ok">Works</StatusText>
                ) : (
                  <StatusText status="idle">Not tested</StatusText>
                )}
                {!inPlan && <StatusText status="warn">Not in your plan</StatusText>}
              </div>
              <div className={styles.line}>
                {[baseUrl, counted(models), hasKey ? "with a key" : "without a key"].join(" · ")}
                {checkedAt && (
                  <>
                    {" · tested "}
                    <RelativeTime at={checkedAt} inSentence />
                  </>
                )}
              </div>
              {failure && <div className={`${styles.line} ${styles.failure}`}>{failure}</div>}
            </div>
            <div className={styles.actions}>
              <IconButton
                icon={<ArrowSync20Regular />}
                label={`Test ${name} and read its models`}
                disabled={isRunning}
                onClick={() => void props.check(provider)}
              />
              <IconButton icon={<Edit20Regular />} label={`Change ${name}`} onClick={() => edit(provider)} />
              <IconButton
                {...removes}
                icon={<Delete20Regular />}
                label={`Remove ${name}`}
                onClick={() => void remove(provider)}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
