import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { type Account, PeopleError, people, peopleKeys } from "./people-api.ts";
import {
  BanDialog,
  type BanProps,
  InviteDialog,
  type InviteProps,
  SureDialog,
  type SureProps,
} from "./people-dialogs.tsx";
import { nameOf, rolesOf } from "./people-words.ts";

/** What an administrator can do about people. What hurts asks first; the service checks and writes down each act. */
export interface PeopleActions {
  invite(): void;
  inviteAgain(account: Account): Promise<void>;
  recover(account: Account): void;
  ban(account: Account): void;
  lift(account: Account): Promise<void>;
  removeFactors(account: Account): void;
  setAdministrator(account: Account, on: boolean): void;
  hide(account: Account): void;
  delete(account: Account): void;
}

/** Some factors are removed and some are not; the message says so. */
class PartlyDone extends Error {}

/** One after the other; what is gone already is what was wanted. @throws PartlyDone when it ends in the middle */
async function removeAll({ id, factors }: Account): Promise<void> {
  let removed = 0;
  for (const factor of factors) {
    try {
      await people.removeFactor(id, factor.id);
    } catch (error) {
      if (!(error instanceof PeopleError) || error.code !== "mfa_factor_not_found") {
        if (removed === 0) throw error;
        throw new PartlyDone(
          `${removed} of ${factors.length} second factors are removed, the rest are not. ${(error as Error).message}`,
        );
      }
    }
    removed += 1;
  }
}

export function usePeopleActions(): PeopleActions {
  const queries = useQueryClient();
  const settled = () => queries.invalidateQueries({ queryKey: peopleKeys.all });
  const say = (message: string) => shell().notifications.show({ message, intent: "success" });
  const now = async (work: () => Promise<unknown>, message: string) => {
    try {
      await work();
      say(message);
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was changed.", error), intent: "error" });
    }
    await settled();
  };
  const options = (title: string) => ({ title, maxWidth: "480px", buttons: [] });
  const after = (done: Promise<true | undefined>, message: string) =>
    void done.then((acted) => {
      if (acted) say(message);
      return settled();
    });
  const sure = (title: string, props: SureProps, message: string) =>
    after(shell().dialogs.open<true, SureProps>(SureDialog, props, options(title)), message);

  return {
    invite() {
      let sent = "";
      const invite = async (email: string) => {
        sent = email;
        await people.invite(email);
      };
      void shell()
        .dialogs.open<true, InviteProps>(InviteDialog, { invite }, options("Invite a person"))
        .then((acted) => {
          if (acted) say(`An invitation is on its way to ${sent}.`);
          return settled();
        });
    },
    inviteAgain: (account) =>
      now(() => people.invite(account.email), `Another invitation is on its way to ${account.email}.`),
    recover: (account) =>
      sure(
        `Send ${nameOf(account)} a recovery link?`,
        {
          text: "They get an email with a link to sign in and set a new password. Until they use it, nothing changes.",
          confirm: "Send the link",
          act: () => people.recover(account.id),
        },
        `A recovery link is on its way to ${account.email}.`,
      ),
    ban: (account) =>
      after(
        shell().dialogs.open<true, BanProps>(
          BanDialog,
          { name: nameOf(account), ban: (duration) => people.ban(account.id, duration) },
          options(`Ban ${nameOf(account)}?`),
        ),
        `${nameOf(account)} is banned.`,
      ),
    lift: (account) => now(() => people.ban(account.id, "none"), `${nameOf(account)} may sign in again.`),
    removeFactors: (account) =>
      sure(
        `Remove the second factors of ${nameOf(account)}?`,
        {
          text: "Do this only when you are sure that they asked for it: afterwards their password alone signs them in. They get an email about it, and their recovery codes stop working.",
          confirm: "Remove second factors",
          act: () => removeAll(account),
          sentence: (error) =>
            error instanceof PartlyDone ? error.message : failureWords("Nothing was changed.", error),
        },
        `The second factors of ${nameOf(account)} are removed.`,
      ),
    setAdministrator: (account, on) =>
      sure(
        on ? `Make ${nameOf(account)} an administrator?` : `Remove ${nameOf(account)} as administrator?`,
        {
          text: on
            ? "They can see, ban and delete people and manage releases, as you can. They must sign out and in again to see these pages."
            : "They no longer see these pages once their current token expires, within the hour.",
          confirm: on ? "Make an administrator" : "Remove as administrator",
          act: () =>
            people.setRoles(
              account.id,
              on ? [...rolesOf(account), "admin"] : rolesOf(account).filter((role) => role !== "admin"),
            ),
        },
        on ? `${nameOf(account)} is an administrator.` : `${nameOf(account)} is no longer an administrator.`,
      ),
    hide: (account) =>
      sure(
        `Delete ${nameOf(account)}, keeping a trace?`,
        {
          text: "The account’s row stays, without anything that says whose it was. Nobody can sign in with it, and the address can be used again. Their cards stay. This cannot be undone.",
          confirm: "Delete, keeping a trace",
          typed: nameOf(account),
          act: () => people.delete(account.id, true),
        },
        `${nameOf(account)} is deleted.`,
      ),
    delete: (account) =>
      sure(
        `Delete ${nameOf(account)} for good?`,
        {
          text: "Their account, cards, files and settings are deleted. This cannot be undone.",
          confirm: "Delete for good",
          typed: nameOf(account),
          act: () => people.delete(account.id, false),
        },
        `${nameOf(account)} is deleted for good.`,
      ),
  };
}
