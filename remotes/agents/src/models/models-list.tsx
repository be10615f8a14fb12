import { Chat20Regular } from "@fluentui/react-icons/svg/chat";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { Sparkle20Regular } from "@fluentui/react-icons/svg/sparkle";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import type { Model } from "@tessera/contracts-agents/models.ts";
import { useNavigate } from "@tessera/router";
import { useCommands } from "@tessera/shell-api";
import { IconButton, ListRow, StatusText, useListState, useUiSettings, VirtualList } from "@tessera/ui";
import { useRef } from "react";
import { useRowKeys } from "../frame/use-row-keys.ts";
import { modelLine } from "../frame/words.ts";
import { openModelDialog } from "./model-dialog.tsx";
import { promptPath } from "./paths.ts";

/** The offline model is part of the product. */
const isOwn = ({ id }: Model) => id !== OFFLINE_MODEL_ID;

/** The models; Enter tries one, Shift+E changes it, # removes it. */
export function ModelsList(props: {
  models: readonly Model[];
  onChanged: () => void;
  /** @returns whether it was removed */
  onRemove: (model: Model) => Promise<boolean>;
}) {
  const { models } = props;
  const navigate = useNavigate();
  const { locale } = useUiSettings();
  const { focusId, focusRequest, focusOn, neighbour, successor } = useListState(models);
  const go = (step: number) => focusOn(neighbour(step)?.id ?? null, true);
  useRowKeys("Models", go);
  const edit = (model: Model) => void openModelDialog({ model, onDone: props.onChanged });
  const remove = async (model: Model) => {
    const next = successor(new Set([model.id]));
    if (await props.onRemove(model)) focusOn(next?.id ?? null, true);
  };
  const focused = useRef<Model | undefined>(undefined);
  focused.current = models.find((model) => model.id === focusId && isOwn(model));
  const acts = useRef({ edit, remove });
  acts.current = { edit, remove };
  useCommands(
    () => [
      {
        id: "agents.change-model",
        title: "Change the model",
        group: "Models",
        act: "edit-whole",
        opensDialog: true,
        run: () => focused.current && acts.current.edit(focused.current),
      },
      {
        id: "agents.remove-model",
        title: "Remove the model",
        group: "Models",
        act: "remove",
        opensDialog: true,
        run: () => focused.current && acts.current.remove(focused.current),
      },
    ],
    [],
  );
  return (
    <VirtualList
      label="Models"
      rows={models}
      focusId={focusId}
      focusRequest={focusRequest}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={go}
      onOpen={({ id }) => navigate(promptPath(id))}
      renderRow={(model) => (
        <ListRow
          icon={<Sparkle20Regular />}
          title={model.title}
          href={promptPath(model.id)}
          line={modelLine(model, locale)}
          tags={
            model.inPlan === false ? (
              <StatusText status="warn">Not in your plan</StatusText>
            ) : (
              !model.listed && <StatusText status="warn">No longer listed</StatusText>
            )
          }
          actions={
            <>
              <IconButton
                icon={<Chat20Regular />}
                label={`Try ${model.title}`}
                onClick={() => navigate(promptPath(model.id))}
              />
              {isOwn(model) && (
                <>
                  <IconButton icon={<Edit20Regular />} label={`Change ${model.title}`} onClick={() => edit(model)} />
                  <IconButton
                    icon={<Delete20Regular />}
                    label={`Remove ${model.title}`}
                    onClick={() => void remove(model)}
                  />
                </>
              )}
            </>
          }
        />
      )}
    />
  );
}
