import { makeStyles } from "@tessera/fluent";
import { Keycap } from "@tessera/ui";
import { useState } from "react";
import { CaretList, type ListField } from "../mentions/caret-list.tsx";
import { type Block, blocksFor, type SlashTrigger } from "./slash.ts";

const useStyles = makeStyles({
  option: { display: "flex", justifyContent: "space-between", minHeight: "32px" },
});

interface BlockMenuProps extends ListField {
  trigger: SlashTrigger;
  onPick: (trigger: SlashTrigger, block: Block) => void;
}

/** Blocks that fit what was typed behind "/", below the place where it is typed. */
export function BlockMenu({ trigger, onPick, ...field }: BlockMenuProps) {
  const styles = useStyles();
  const found = blocksFor(trigger.words);
  const [chosen, setChosen] = useState(0);
  const [asked, setAsked] = useState(trigger.words);
  if (asked !== trigger.words) {
    setAsked(trigger.words);
    setChosen(0);
  }
  return (
    <CaretList
      {...field}
      label="Insert"
      said={found.length ? `${found.length} ${found.length === 1 ? "block fits" : "blocks fit"}` : undefined}
      width={240}
      from={trigger.from}
      options={found.map(({ id, label, sign }) => ({
        key: id,
        content: (
          <>
            {label}
            {sign && <Keycap>{sign}</Keycap>}
          </>
        ),
      }))}
      optionClass={styles.option}
      chosen={chosen}
      onChoose={setChosen}
      onPick={(index) => onPick(trigger, found[index]!)}
    />
  );
}
