import { Archive20Regular } from "@fluentui/react-icons/svg/archive";
import { Note20Regular } from "@fluentui/react-icons/svg/note";
import { hoursAgo, type Meta, Part, Parts, type StoryObj } from "@tessera/gallery";
import { IconButton } from "../icon-button.tsx";
import { RelativeTime } from "../relative-time.tsx";
import { Tag } from "../small.tsx";
import { GroupHead, ListRow, type ListRowProps } from "./list-row.tsx";

export default { title: "ui/Rows" } satisfies Meta;

const Row = (props: Partial<ListRowProps>) => (
  <ListRow
    icon={<Note20Regular />}
    title="Names for the second plan"
    line="Atelier, Studio, Workshop."
    age={<RelativeTime at={hoursAgo(3)} />}
    tags={<Tag>pricing</Tag>}
    {...props}
  />
);

export const Rows: StoryObj = {
  render: () => (
    <Parts>
      <Part name="In a list">
        <div>
          <GroupHead aside="3">Today</GroupHead>
          <Row />
          <Row unread title="Unread" />
          <Row selected title="Shown beside the list" />
          <Row checked title="Part of a selection" />
          <Row done title="Done" line={undefined} tags={undefined} />
          <Row title="A long title that says what the card is about before anything else is read of it at all" />
        </div>
      </Part>
      <Part name="Under the pointer">
        <div style={{ "--row-actions": "flex", "--row-meta": "none" } as object}>
          <Row
            title="What can be done takes the place of age and tags"
            actions={<IconButton size="small" icon={<Archive20Regular />} label="Archive" />}
          />
        </div>
        <div style={{ "--row-ring": "2px solid var(--ink)" } as object}>
          <Row title="With the keyboard" />
        </div>
      </Part>
    </Parts>
  ),
};
