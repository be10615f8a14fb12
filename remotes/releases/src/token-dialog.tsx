import type { DialogActions } from "@tessera/shell-api";
import { CopyDialog } from "./copy-dialog.tsx";

export interface TokenProps {
  app: string;
  token: string;
}

/** Shows a deploy token, the one time that it can be seen. */
export function TokenDialog({ app, token, dialog }: TokenProps & { dialog: DialogActions<true> }) {
  return (
    <CopyDialog label="Deploy token" text={token} code dialog={dialog}>
      Store it now, for example as the secret DEPLOY_TOKEN of the repository that releases {app}. It is not shown again;
      a lost token is replaced by a new one.
    </CopyDialog>
  );
}
