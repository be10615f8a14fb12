import type { NewPreview, Preview } from "@tessera/contracts-releases/preview.ts";
import type { ReleaseSummary } from "@tessera/contracts-releases/releases.ts";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm, useMoment } from "@tessera/ui";
import { useState } from "react";
import { CopyDialog } from "./copy-dialog.tsx";
import { useReleaseLabel } from "./use-release-label.ts";

export interface PreviewProps {
  releases: readonly ReleaseSummary[];
  create: (preview: NewPreview) => Promise<Preview>;
}

/** As the registry takes it: libs/contracts/releases/src/preview.ts. */
const BRANCH = /^[A-Za-z0-9][\w./-]{0,99}$/;

/** Makes a link by which people see a release, or the newest one of a branch, and shows it. */
export function PreviewDialog({ releases, create, dialog }: PreviewProps & { dialog: DialogActions<true> }) {
  const [release, setRelease] = useState(releases[0]?.id ?? "");
  const [typed, setTyped] = useState("");
  const [made, setMade] = useState<Preview | null>(null);
  const label = useReleaseLabel();
  const branch = typed.trim();
  const wrong = branch !== "" && !BRANCH.test(branch);
  if (made) return <MadeLink preview={made} dialog={dialog} />;
  return (
    <DialogForm
      dialog={dialog}
      confirm="Make link"
      cancel="Cancel"
      disabled={wrong || (!branch && !release)}
      act={async () => {
        setMade(await create(branch ? { branch } : { release }));
        return "stay";
      }}
    >
      <Field
        label="Release"
        hint="Anyone who opens the link and accepts it sees this release, in their own browser only."
      >
        <Select value={release} disabled={branch !== ""} onChange={(_, data) => setRelease(data.value)}>
          {releases.map((one) => (
            <option key={one.id} value={one.id}>
              {label(one, releases)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Or the newest release of a branch"
        hint="Optional. Releases name their branch when they are published."
        validationMessage={wrong ? "This is not a branch such as feature/new-list." : undefined}
        validationState={wrong ? "error" : "none"}
      >
        <Input value={typed} onChange={(_, data) => setTyped(data.value)} placeholder="feature/new-list" />
      </Field>
    </DialogForm>
  );
}

function MadeLink({ preview, dialog }: { preview: Preview; dialog: DialogActions<true> }) {
  const moment = useMoment();
  return (
    <CopyDialog label="Link" text={preview.link} dialog={dialog}>
      The link works until {moment(preview.expiresAt)}, for everybody who has it. What they see is no evidence in a
      rollout. You can revoke it below the list of releases.
    </CopyDialog>
  );
}
