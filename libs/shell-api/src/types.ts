import type { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import type { Transport } from "@tessera/contracts-core/client.ts";
import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import type { ComponentType, ReactNode } from "react";
import type { Contributions } from "./contributions.ts";
import type { KeyLine } from "./keys/key-map.ts";
import type { Offline } from "./offline.ts";

/** The signed-in person, held in shared state under the key `supabase_user` (specification §3). */
export interface User {
  id: string;
  email: string;
  createdAt: string;
  factors: { id: string; factor_type: "totp" | "phone"; status: string; friendly_name?: string }[];
  identities: { identity_id: string; provider: string }[];
}

/** The session, as the shell reports it. */
export interface Session {
  state: "loading" | "signed-out" | "signed-in";
  user: User | null;
}

export interface Auth {
  getSession(): Session;
  subscribe(listener: () => void): () => void;
  /**
   * Ends sessions; `global` signs out everywhere. Except for `others`, this browser forgets the person: drafts and
   * everything else it stores for them.
   */
  signOut(scope: "local" | "global" | "others"): Promise<void>;
  /** Changes email or password. @throws Error with the service's sentence */
  updateUser(change: {
    email?: string;
    password?: string;
    currentPassword?: string;
  }): Promise<{ emailConfirmationSent: boolean }>;
  /** What a person sees and does about the security of their own account. Since 1.1.0. */
  account: OwnAccount;
}

/** A second factor; `phone` in digits of E.164 without the plus sign. */
export interface Factor {
  id: string;
  type: "totp" | "phone";
  name: string;
  verified: boolean;
  phone: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  /** A security key, which the browser asks for; `type` says "totp" to remotes that do not know it. */
  isSecurityKey?: boolean;
}

/**
 * A way to sign in: "email", "phone", or the name of another sign-in service; `name` is what that service calls the
 * person.
 */
export interface Identity {
  id: string;
  provider: string;
  name: string | null;
  createdAt: string;
  lastSignInAt: string | null;
}

/** The account as the identity service holds it now; addresses that are not confirmed yet are the `new` ones. */
export interface Account {
  id: string;
  email: string | null;
  newEmail: string | null;
  phone: string | null;
  newPhone: string | null;
  factors: Factor[];
  identities: Identity[];
}

/** What proves, beyond an open screen, that the person asks: the password, or the code that `sendProofCode` mailed. */
export interface ProofOfPerson {
  currentPassword?: string;
  nonce?: string;
}

export interface AccountChange extends ProofOfPerson {
  email?: string;
  phone?: string;
  password?: string;
}

/**
 * A factor that counts once it is verified; an authenticator app learns its secret from the picture or by typing it.
 */
export interface NewFactor {
  id: string;
  /** A picture as `data:` address, the same as text, and what both say. Null for a phone. */
  totp: { qrCode: string; secret: string; uri: string } | null;
}

/**
 * The account of the person who is signed in. All reject with an Error that has the identity service's sentence as
 * `message` and its `code` ("insufficient_aal", "mfa_verification_failed" …) where it gave one.
 */
export interface OwnAccount {
  /** Asked of the service each time; the session's user follows. */
  get(): Promise<Account>;
  /** Sign-in services that this installation offers, their names, and whether it accepts phone numbers. */
  offers(): Promise<{ providers: string[]; names: Record<string, string>; phone: boolean }>;
  /** Assurance level of the session: "aal2" once a second factor was used in it. */
  assurance(): Promise<"aal1" | "aal2">;
  /** A new address or number takes effect once it is confirmed. */
  change(change: AccountChange): Promise<Account>;
  confirmPhone(phone: string, code: string): Promise<void>;
  /** Sends a code to the address (or number) of the account, for `ProofOfPerson.nonce`. */
  sendProofCode(): Promise<void>;
  enrollFactor(factor: { type: "totp" | "phone"; name: string; phone?: string }): Promise<NewFactor>;
  /** Asks for a code, which a phone is sent. */
  challengeFactor(factorId: string): Promise<{ challengeId: string }>;
  /** Raises the session to aal2; the other sessions that are not end. */
  verifyFactor(factorId: string, challengeId: string, code: string): Promise<void>;
  removeFactor(factorId: string): Promise<void>;
  /** Leaves for another sign-in service, which returns to the path `returnTo`. */
  linkIdentity(provider: string, returnTo: string): Promise<void>;
  linkIdentity(provider: string, returnTo: string, proof: ProofOfPerson): Promise<void>;
  unlinkIdentity(identityId: string): Promise<void>;
  unlinkIdentity(identityId: string, proof: ProofOfPerson): Promise<void>;
  /** A call of the identity service that hosted Supabase does not know; a session in its answer becomes the page's. */
  call<T>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<T>;
  call<T>(method: "PATCH", path: string, body: unknown): Promise<T>;
}

/** A button of a dialog: closes with `value`, or runs `onClick` (which decides itself). Specification §3. */
export interface DialogButton {
  text: string;
  color?: "primary" | "danger" | "neutral";
  variant?: "filled" | "outline" | "text";
  attrs?: Record<string, string>;
  value?: unknown;
  onClick?: (entry: DialogActions) => void;
}
export interface DialogActions<T = unknown> {
  /** Resolves the opener's promise with the value. */
  resolve(value?: T): void;
  close(value?: T): void;
  /** Resolves with undefined. */
  cancel(): void;
}
/** Specification §3; maxWidth "600px", zIndex 2400 when not given. */
export interface DialogOptions {
  title?: string;
  width?: string;
  maxWidth?: string;
  fullscreen?: boolean;
  /** Escape and the backdrop do not cancel it. */
  persistent?: boolean;
  scrollable?: boolean;
  transition?: "fade" | "scale" | "none";
  zIndex?: number;
  contentClass?: string;
  dialogClass?: string;
  buttons?: DialogButton[];
  onOpen?: () => void;
  onClose?: (value: unknown) => void;
}
export interface Dialogs {
  /** Opens on top of the stack; resolves with the close value, or undefined when cancelled or hidden. */
  open<T = unknown, P extends object = object>(
    component: ComponentType<P & { dialog: DialogActions<T> }>,
    props?: P,
    options?: DialogOptions,
  ): Promise<T | undefined>;
  /** A sentence with Cancel and OK; true when OK was chosen. */
  confirm(message: ReactNode, options?: DialogOptions): Promise<true | undefined>;
  /**
   * Runs work that loads a dialog's code and opens the dialog: keys that are typed meanwhile are the dialog's. A
   * command that declares `opensDialog` runs so already; a button needs it. @throws what the work throws
   */
  loading<T>(work: () => Promise<T>): Promise<T>;
  closeAll(): void;
  closeLast(): void;
}

export interface Notification {
  message: string;
  intent?: "info" | "success" | "warning" | "error";
  /** For example Undo; the notification stays 8 s instead of 4 s when it has one. */
  action?: { label: string; run: () => void | Promise<void> };
}
export interface Notifications {
  show(notification: Notification): void;
}

/** A command shown in the palette, and bound to a key while it is registered. */
export interface Command {
  id: string;
  title: string;
  /** Group heading in the palette. */
  group?: string;
  /**
   * The line of the key map that it carries out (`ActId`): its keys are those of that line, or what the person chose
   * for it. Since 1.6.
   */
  act?: string;
  /** Its keys hold only while this is true; else they are the browser's. Since 1.6. */
  when?: () => boolean;
  /** tinykeys syntax; single letters count as single-key shortcuts, which a person may switch off. */
  keys?: string;
  /** Not offered in the palette, only in the shortcut sheet (for moves like j/k). */
  hidden?: boolean;
  /**
   * It opens a dialog that takes the focus. What is typed until then is kept for the dialog and runs no other command,
   * however long its code takes to load. Since 1.3.
   */
  opensDialog?: boolean;
  /**
   * It is about the one thing that the page has open, and not about the list beside it: the palette offers it before
   * all others. Since 1.13.
   */
  ofOpen?: boolean;
  run: () => void | Promise<void>;
  /** Takes what was typed in the palette, which offers it with any text, below what was found. Since 1.8. */
  withText?: (text: string) => void | Promise<void>;
}
/** Finds things for the palette while a person types; `signal` ends an overtaken search. */
export interface PaletteSource {
  id: string;
  group: string;
  /**
   * `icon`: `d` of a path in a box of 20 × 20, a sheet of paper without it. Since 1.7. `run`: done in place of going to
   * the path, for a command with what was typed behind it. Since 1.11.
   */
  search(
    query: string,
    signal: AbortSignal,
  ): Promise<
    {
      id: string;
      title: string;
      line?: string;
      path: string;
      icon?: string;
      run?: () => void | Promise<void>;
    }[]
  >;
}
export interface Commands {
  /** Returns what unregisters them. */
  register(commands: Command[]): () => void;
  registerSource(source: PaletteSource): () => void;
  openPalette(): void;
  openShortcuts(): void;
  /** The keys of all that has keys, on whatever page, with those that the person chose. Since 1.6. */
  keyMap(): readonly KeyLine[];
}

export interface Billing {
  /** Last known answer of the subscription check; null before the first. */
  get(): SubscriptionCheck | null;
  /** Asks again, for example after a payment; concurrent calls share one request. */
  refresh(): Promise<SubscriptionCheck>;
  subscribe(listener: () => void): () => void;
}

export interface PreferencesStore {
  get(): Preferences;
  subscribe(listener: () => void): () => void;
  /** Applies at once and saves; rolls back and throws when saving fails. */
  update(patch: Partial<Preferences>): Promise<void>;
}

/**
 * Text that the signed-in person typed and has not saved: kept for them alone. It survives reload, a remote's update
 * and a session that expires; it is gone once they sign out. Null for everybody else, and while nobody is signed in.
 */
export interface Drafts {
  get(key: string): string | null;
  set(key: string, text: string): void;
  clear(key: string): void;
  /** Whether any draft was changed in this page and not yet cleared; a page is not replaced over one. */
  dirty(): boolean;
}

/** Counts beside navigation entries, for example open queue entries. */
export interface Badges {
  set(navigationId: string, count: number | null): void;
}

/** A page's place in the top bar ("Items / Inbox"), document title, and back target on a phone. */
export interface Place {
  set(
    crumbs: { label: string; path?: string }[],
    options?: {
      phoneBack?: string;
      phoneActions?: ReactNode;
      /** Shows the other lists of the area: on a phone the title is the button for it. Since 1.6. */
      phoneSwitch?: () => void;
    },
  ): void;
}
export type PlaceOptions = NonNullable<Parameters<Place["set"]>[1]>;

/** The page a guard kept when it sent the visitor to sign in, or to choose a plan; specification §2. */
export interface SavedPath {
  /** Reads it and leaves it. Null when there is none. */
  peek(): string | null;
  /** Reads it once: it is cleared. */
  take(): string | null;
}

/** The identity service as this page reaches it: the embedded one, or hosted Supabase. Since 1.1. */
export interface IdentityService {
  /** Origin that answers auth/v1 and realtime/v1. */
  url: string;
  /** The key that pages send along; it is public. */
  publishableKey: string;
  /**
   * `fetch` below auth/v1 with that key and the person's token, renewed and repeated as by the shell's `http`:
   * `http("/settings")`.
   */
  http: Transport;
  /**
   * What the person's token says, read and not verified; null when nobody is signed in. The token itself stays in the
   * shell.
   */
  token(): Promise<{ header: Record<string, unknown>; claims: Record<string, unknown> } | null>;
}

/** Specification §4. */
export type ChannelState = "closed" | "joining" | "joined" | "leaving" | "errored";

/** The page's one connection to realtime/v1. Moments are ms since 1970. */
export interface RealtimeLink {
  state: "closed" | "connecting" | "open";
  since: number;
  /** The last heartbeat that was answered, and its round trip in ms. */
  heartbeat: { at: number; ms: number } | null;
  /** When the next attempt to connect is due; null while none is. */
  nextAttempt: number | null;
  /** Attempts to reconnect, newest first, and the ms that each waited. */
  reconnects: readonly { at: number; delay: number }[];
}

/** A row that was written, as its table publishes it to its owner. */
export interface RowChange {
  type: "INSERT" | "UPDATE" | "DELETE";
  schema: string;
  table: string;
  /** When it was committed. */
  at: string;
  /** Empty for a deleted row. */
  record: Record<string, unknown>;
  /** The key of an updated or deleted row. */
  old: Record<string, unknown>;
}

export interface ChannelOptions {
  /** Joined as the person, where the installation's policy lets them; by default only `user:{id}` and `user:{id}:*`. */
  isPrivate?: boolean;
  /** Tables to listen to; row-level security decides which rows arrive. */
  changes?: readonly { schema: string; table: string; event?: "*" | "INSERT" | "UPDATE" | "DELETE"; filter?: string }[];
  onChange?: (change: RowChange) => void;
  onBroadcast?: (event: string, payload: unknown) => void;
  /** Own broadcasts come back too. */
  echo?: boolean;
}
export interface LiveChannel {
  name: string;
  state(): ChannelState;
  /** Why it is errored, in a sentence; null when it is not. */
  reason(): string | null;
  subscribe(listener: () => void): () => void;
  /** @throws Error when it is not joined, or the server refuses */
  send(event: string, payload: Record<string, unknown>): Promise<void>;
  leave(): Promise<void>;
}

/** Live channels over one connection; they rejoin on their own after it was lost. Since 1.1. */
export interface Realtime {
  link(): RealtimeLink;
  /** All channels of this page. */
  channels(): readonly { name: string; state: ChannelState }[];
  /** Notifies of changes of the link and of every channel's state. */
  subscribe(listener: () => void): () => void;
  /** @throws Error when a channel of that name is joined already */
  join(name: string, options?: ChannelOptions): LiveChannel;
  /** Sends a heartbeat now; its answer shows in the link. */
  ping(): Promise<void>;
}

/** "connecting" before the server's first answer, "down" while changes are missed. */
export type LiveState = "connecting" | "live" | "down";

/** A table that this page follows. Since 1.2. */
export interface LiveTable {
  state(): LiveState;
  /** Notifies of changes of the state. */
  subscribe(listener: () => void): () => void;
  end(): void;
}

/** What this page was composed of: fixed for its life. The shell comes first. */
export interface Build {
  id: string;
  apps: { name: string; title: string; version: string; release: string }[];
}

/** All that the shell gives to remotes. A singleton: the shell provides it before any remote runs. */
/** How notifications of this browser stand. */
export type PushState =
  /** The browser has none, or none for pages that are not installed. */
  | { kind: "unsupported" }
  /** The person has forbidden them, in the browser's own settings. */
  | { kind: "denied" }
  | { kind: "off" }
  /** `deviceId`: this browser among the person's devices (settings' contract). */
  | { kind: "on"; deviceId: string };

/** Notifications that this browser shows of the signed-in person, also while no page is open (Web Push). */
export interface Push {
  state(): Promise<PushState>;
  /** Asks for permission, so call it after a click. @returns how they stand then @throws ProblemError, Error */
  turnOn(): Promise<PushState>;
  turnOff(): Promise<PushState>;
}

export interface ShellApi {
  version: string;
  build: Build;
  auth: Auth;
  /**
   * `fetch` against the product's own services: access token added, renewed once on 401, retried up to 3 times on
   * network failure of safe or idempotent requests. A GET that the manifest's `preload` started takes that answer.
   * Reports `onUploadProgress` since 1.2.
   */
  http: Transport;
  dialogs: Dialogs;
  notifications: Notifications;
  commands: Commands;
  billing: Billing;
  preferences: PreferencesStore;
  drafts: Drafts;
  badges: Badges;
  place: Place;
  savedPath: SavedPath;
  identity: IdentityService;
  realtime: Realtime;
  contributions: Contributions;
  /** A full-page navigation for other origins and for hosted pages (checkout, portal). */
  leave(url: string): void;
  /**
   * Follows the person's own rows of a published table ("items.item") over the page's one connection. `onChange` gets
   * what was written, gathered: once at first and then about once a second at most. Null means that changes may have
   * been missed: after the table was joined, and after each interruption. While the state is not "live", poll. Since
   * 1.2.
   */
  live(table: string, onChange: (changes: readonly RowChange[] | null) => void): LiveTable;
  /**
   * Answer of a GET that the page started before the application was there (manifest `preload`); given once, then null.
   * Since 1.2 `http` takes it on its own: releases built for 1.1 still ask.
   */
  preloaded(path: string): Promise<Response> | null;
  offline: Offline;
  /** What this person gets of an app's feature flags, for the life of the page; read them by `flagsOf`. Since 1.6. */
  flags(app: string): Readonly<Record<string, boolean | string>>;
  /** Since 1.9. */
  push: Push;
}
