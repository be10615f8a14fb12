import { TextFontSize20Regular } from "@fluentui/react-icons/svg/text-font-size";
import { Menu, MenuDivider, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { useCommands, useKeys } from "@tessera/shell-api";
import { IconButton } from "@tessera/ui";
import { Fragment, useState } from "react";
import { changeReaderText, type ReaderText, useReaderText } from "./reader-text.ts";

const CHOICES: { name: keyof ReaderText; label: string; options: [value: string, label: string][] }[] = [
  {
    name: "readerFont",
    label: "Font",
    options: [
      ["sans", "Sans serif"],
      ["serif", "Serif"],
    ],
  },
  {
    name: "readerSize",
    label: "Size",
    options: [
      ["14", "Small text"],
      ["16", "Medium text"],
      ["18", "Large text"],
      ["21", "Very large text"],
      ["26", "Huge text"],
    ],
  },
  {
    name: "readerWidth",
    label: "Width",
    options: [
      ["narrow", "Narrow column"],
      ["normal", "Medium column"],
      ["wide", "Wide column"],
    ],
  },
  {
    name: "readerSpacing",
    label: "Line spacing",
    options: [
      ["tight", "Tight lines"],
      ["normal", "Medium lines"],
      ["loose", "Loose lines"],
    ],
  },
];

/** How articles and mails are set; a menu that stays open while one tries. */
export function TextSettings() {
  const text = useReaderText();
  const keyOf = useKeys();
  const [open, setOpen] = useState(false);
  useCommands(
    () => [
      {
        id: "items.text-settings",
        title: "Text settings",
        group: "This card",
        ofOpen: true,
        act: "text-settings",
        run: () => setOpen(true),
      },
    ],
    [],
  );
  const change = (name: string, chosen: string | undefined) => {
    if (chosen) changeReaderText({ [name]: name === "readerSize" ? Number(chosen) : chosen });
  };
  return (
    <Menu
      open={open}
      onOpenChange={(_, state) => setOpen(state.open)}
      persistOnItemClick
      positioning="below-end"
      checkedValues={Object.fromEntries(CHOICES.map(({ name }) => [name, [String(text[name])]]))}
      onCheckedValueChange={(_, { name, checkedItems }) => change(name, checkedItems[0])}
    >
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={<TextFontSize20Regular />} label="Text settings" shortcut={keyOf("text-settings")} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {CHOICES.map(({ name, label, options }, at) => (
            <Fragment key={name}>
              {at > 0 && <MenuDivider />}
              {options.map(([value, word]) => (
                <MenuItemRadio key={value} name={name} value={value} aria-label={`${label}: ${word}`}>
                  {word}
                </MenuItemRadio>
              ))}
            </Fragment>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
