import { type Meta, Part, Parts, type StoryObj } from "@tessera/gallery";
import { useState } from "react";
import { AreaTabs } from "./area-tabs.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { PageHead } from "./page-head.tsx";
import { Pager } from "./pager.tsx";
import { PaneHeader } from "./pane.tsx";
import { PlainButton } from "./plain-button.tsx";
import { ViewTabs } from "./view-tabs.tsx";

export default { title: "ui/Heads and tabs" } satisfies Meta;

const nothing = () => {};
const VIEWS = [
  { id: "needs-me", label: "Needs me", count: 3 },
  { id: "jobs", label: "Jobs", count: "1,000+" },
  { id: "done", label: "Done" },
];

function Views({ size }: { size?: "large" }) {
  const [selected, select] = useState("needs-me");
  return (
    <ViewTabs label={`Views, ${size ?? "small"}`} views={VIEWS} selected={selected} onSelect={select} size={size} />
  );
}

export const HeadsAndTabs: StoryObj = {
  parameters: { shell: { path: "/finance/accounts" } },
  render: () => (
    <Parts>
      <Part name="Page">
        <PageHead title="Transactions" area="Finance">
          <PlainButton size="small">Export</PlainButton>
        </PageHead>
        <PaneHeader title="Inbox" level={2} count={1240} line />
      </Part>
      <Part name="Tabs">
        <Views />
        <Views size="large" />
      </Part>
      <Part name="Pages of an area">
        <AreaTabs
          label="Finance"
          pages={[
            { path: "/finance/accounts", label: "Accounts" },
            { path: "/finance/transactions", label: "Transactions" },
            { path: "/finance/budget", label: "Budget" },
          ]}
        />
      </Part>
      <Part name="Selection">
        <BulkBar rows="2 cards" shortcut="Esc" onClear={nothing}>
          <PlainButton size="small">Archive 2</PlainButton>
          <PlainButton size="small">Delete 2</PlainButton>
        </BulkBar>
      </Part>
      <Part name="Pager" wide>
        <Pager of="rows" page={1} pageSize={25} total={112} onChange={nothing} />
      </Part>
    </Parts>
  ),
};
