import type { AppOwnership, IssuedToken } from "@tessera/contracts-releases/releases.ts";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { AppDialog, type AppProps } from "./app-dialog.tsx";
import { ConfirmDialog, type ConfirmProps } from "./confirm-dialog.tsx";
import { releasesApi, releasesKeys } from "./releases-api.ts";
import { SwitchOffDialog, type SwitchOffProps } from "./switch-off-dialog.tsx";
import { TokenDialog, type TokenProps } from "./token-dialog.tsx";

export interface AppActs {
  create(): Promise<void>;
  change(app: AppOwnership): Promise<void>;
  rotate(app: AppOwnership): Promise<void>;
  revoke(app: AppOwnership): Promise<void>;
  switchOff(app: AppOwnership): Promise<void>;
  switchOn(app: AppOwnership): Promise<void>;
}

/** What an administrator can do with apps. All of it asks first. */
export function useAppActions(): AppActs {
  const queries = useQueryClient();
  const look = { maxWidth: "480px", buttons: [] };
  const settled = () => queries.invalidateQueries({ queryKey: releasesKeys.ownership });
  const form = (title: string, props: AppProps) =>
    shell()
      .dialogs.open<true, AppProps>(AppDialog, props, { ...look, title })
      .then(settled);
  const confirm = (title: string, props: ConfirmProps) =>
    shell()
      .dialogs.open<true, ConfirmProps>(ConfirmDialog, props, { ...look, title })
      .then(settled);
  const show = async (issued: IssuedToken | null) => {
    if (issued)
      await shell().dialogs.open<true, TokenProps>(TokenDialog, issued, {
        ...look,
        title: `Deploy token of ${issued.app}`,
      });
  };
  return {
    create: async () => {
      let issued: IssuedToken | null = null;
      await form("New app", {
        app: null,
        save: async (app) => {
          issued = await releasesApi.createApp(app);
        },
      });
      await show(issued);
    },
    change: async (app) => {
      await form(`Change ${app.name}`, {
        app,
        save: ({ name: _, ...change }) => releasesApi.changeApp(app.name, change),
      });
    },
    rotate: async ({ name, canPublish }) => {
      let issued: IssuedToken | null = null;
      await confirm(`New deploy token for ${name}?`, {
        text: canPublish
          ? "The present token stops working at once."
          : "The app can be published again, with the new token.",
        confirm: "Make a new token",
        act: async () => {
          issued = await releasesApi.rotateToken(name);
        },
      });
      await show(issued);
    },
    switchOff: async ({ name }) => {
      await shell().dialogs.open<true, SwitchOffProps>(
        SwitchOffDialog,
        { app: name, act: (reason) => releasesApi.switchOff(name, reason) },
        { ...look, title: `Switch off ${name}?` },
      );
      await settled();
    },
    switchOn: async ({ name }) => {
      await confirm(`Switch on ${name}?`, {
        text: "Everybody gets what is released of it, from the next page they open.",
        confirm: "Switch on",
        act: () => releasesApi.switchOn(name),
      });
    },
    revoke: async ({ name }) => {
      await confirm(`Revoke the deploy token of ${name}?`, {
        text: `Nobody can publish ${name} or steer its rollouts with a token until you make a new one. What is live stays.`,
        confirm: "Revoke token",
        act: () => releasesApi.revokeToken(name),
      });
    },
  };
}
