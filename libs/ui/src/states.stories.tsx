import { type Meta, Part, Parts, type StoryObj } from "@tessera/gallery";
import { Notice } from "./notice.tsx";
import { PlainButton } from "./plain-button.tsx";
import { Sending } from "./sending.tsx";
import { EmptyState, ErrorState, RowSkeleton } from "./states.tsx";

export default { title: "ui/States" } satisfies Meta;

const nothing = () => {};

export const States: StoryObj = {
  render: () => (
    <Parts>
      <Part name="Empty">
        <EmptyState
          title="Nothing waits for you"
          sentence="What needs a decision of yours comes here."
          action={{ label: "Capture", onClick: nothing }}
          other={{ label: "Import", onClick: nothing }}
          shortcut="c"
        />
      </Part>
      <Part name="Error">
        <ErrorState error={new Error("The server did not answer within 10 seconds.")} onRetry={nothing} />
      </Part>
      <Part name="Loading">
        <RowSkeleton rows={4} />
      </Part>
      <Part name="Notices">
        <div>
          <Notice intent="success">Your plan is Studio now.</Notice>
          <Notice intent="warning">Your last payment failed. Studio stays until 3 December.</Notice>
          <Notice
            intent="error"
            actions={
              <PlainButton size="small" onClick={nothing}>
                Try again
              </PlainButton>
            }
          >
            The card was not saved: it was changed on another device.
          </Notice>
        </div>
      </Part>
    </Parts>
  ),
};

export const Sent: StoryObj = {
  render: () => (
    <Parts>
      <Part name="A file that is sent">
        <Sending words="Sending years.mbox …" done={0.4} onCancel={nothing} />
      </Part>
    </Parts>
  ),
};
