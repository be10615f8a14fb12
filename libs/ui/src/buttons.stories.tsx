import { Archive20Regular } from "@fluentui/react-icons/svg/archive";
import { Line, type Meta, Part, Parts, type StoryObj } from "@tessera/gallery";
import { IconButton } from "./icon-button.tsx";
import { PlainButton, type PlainButtonProps } from "./plain-button.tsx";
import { FilterLine, TextButton } from "./text-button.tsx";

export default { title: "ui/Buttons" } satisfies Meta;

const LOOKS = ["primary", "secondary", "subtle", "transparent"] as const;
const SIZES = ["small", "medium", "large"] as const;
const inLooks = (props: PlainButtonProps, word = "Save") => (
  <Line>
    {LOOKS.map((appearance) => (
      <PlainButton key={appearance} appearance={appearance} {...props}>
        {word}
      </PlainButton>
    ))}
  </Line>
);
const nothing = () => {};

export const Buttons: StoryObj = {
  render: () => (
    <Parts>
      <Part name="Text">
        {SIZES.map((size) => (
          <div key={size}>{inLooks({ size })}</div>
        ))}
      </Part>
      <Part name="With an icon">{inLooks({ icon: <Archive20Regular /> }, "Archive")}</Part>
      <Part name="Disabled">{inLooks({ disabled: true })}</Part>
      <Part name="Icons">
        <Line>
          {SIZES.map((size) => (
            <IconButton key={size} size={size} icon={<Archive20Regular />} label={`Archive, ${size}`} />
          ))}
          <IconButton icon={<Archive20Regular />} label="Archive, pressed" pressed />
          <IconButton icon={<Archive20Regular />} label="Archive, not now" disabled />
          <IconButton icon={<Archive20Regular />} label="Archive, with a border" appearance="secondary" />
        </Line>
      </Part>
      <Part name="As a link">
        <TextButton onClick={nothing}>Show everybody</TextButton>
        <FilterLine words="Only failed jobs of the last day" onShowAll={nothing} />
      </Part>
    </Parts>
  ),
};
