import { useQueryClient } from "@tessera/query";
import { type DialogActions, shell } from "@tessera/shell-api";
import type { ComponentType } from "react";
import { SureDialog, type SureProps } from "../people-dialogs.tsx";
import {
  AddressesDialog,
  type AddressesProps,
  CredentialsDialog,
  type CredentialsProps,
  NewAppDialog,
  type NewAppProps,
} from "./app-dialogs.tsx";
import { type App, appKeys, apps } from "./apps-api.ts";

type Shown = { dialog: DialogActions<true> };

/** What an administrator can do about apps. What ends something asks first; the service writes down each act. */
export function useAppActions() {
  const queries = useQueryClient();
  const options = (title: string) => ({ title, maxWidth: "480px", buttons: [] });
  const ask = async <P extends object>(component: ComponentType<P & Shown>, props: P, title: string, said: string) => {
    if (await shell().dialogs.open<true, P>(component, props, options(title)))
      shell().notifications.show({ message: said, intent: "success" });
    await queries.invalidateQueries({ queryKey: appKeys.all });
  };
  /** Shown after the dialog that made it is closed. */
  const credentials = async (made: App | null) => {
    if (!made) return;
    const props = { id: made.client_id, secret: made.client_secret };
    const shown = { ...options(`Credentials of ${made.client_name}`), persistent: true };
    await shell().dialogs.open<true, CredentialsProps>(CredentialsDialog, props, shown);
  };

  return {
    async create() {
      let made: App | null = null;
      const create: NewAppProps["create"] = async (app) => {
        made = await apps.create(app);
      };
      await ask<NewAppProps>(NewAppDialog, { create }, "Add an app", "The app is added");
      await credentials(made);
    },
    addresses: ({ client_id: id, client_name: name, redirect_uris: given }: App) =>
      ask<AddressesProps>(
        AddressesDialog,
        { given, save: (uris) => apps.setAddresses(id, uris) },
        `Redirect addresses of ${name}`,
        "The addresses are saved",
      ),
    async renewSecret({ client_id: id, client_name: name }: App) {
      let made: App | null = null;
      const act = async () => {
        made = await apps.renewSecret(id);
      };
      const text = `${name} cannot renew its access until it has the new secret. The one it has now ends at once.`;
      await ask<SureProps>(
        SureDialog,
        { text, confirm: "Make a new secret", act },
        `New secret for ${name}?`,
        "The new secret counts",
      );
      await credentials(made);
    },
    remove: ({ client_id: id, client_name: name }: App) =>
      ask<SureProps>(
        SureDialog,
        {
          text: `${name} loses its access to everybody’s account at once. This cannot be undone.`,
          confirm: "Remove",
          act: () => apps.remove(id),
        },
        `Remove ${name}?`,
        `${name} is removed`,
      ),
  };
}
export type AppActions = ReturnType<typeof useAppActions>;
