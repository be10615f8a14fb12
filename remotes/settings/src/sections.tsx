import { Alert20Regular } from "@fluentui/react-icons/svg/alert";
import { DarkTheme20Regular } from "@fluentui/react-icons/svg/dark-theme";
import { History20Regular } from "@fluentui/react-icons/svg/history";
import { Info20Regular } from "@fluentui/react-icons/svg/info";
import { KeyMultiple20Regular } from "@fluentui/react-icons/svg/key-multiple";
import { Keyboard20Regular } from "@fluentui/react-icons/svg/keyboard";
import { Mic20Regular } from "@fluentui/react-icons/svg/mic";
import { Person20Regular } from "@fluentui/react-icons/svg/person";
import { PersonDelete20Regular } from "@fluentui/react-icons/svg/person-delete";
import { PhoneLaptop20Regular } from "@fluentui/react-icons/svg/phone-laptop";
import { PlugConnected20Regular } from "@fluentui/react-icons/svg/plug-connected";
import { ShieldKeyhole20Regular } from "@fluentui/react-icons/svg/shield-keyhole";
import { type SettingsEntry, shell } from "@tessera/shell-api";
import type { ComponentType, ReactElement } from "react";
import { AboutSection } from "./about/about-section.tsx";
import { ActivitySection } from "./activity/activity-section.tsx";
import { ApiTokensSection } from "./api-tokens/api-tokens-section.tsx";
import { AppearanceSection } from "./appearance/appearance-section.tsx";
import { DeleteAccountSection } from "./delete-account/delete-account-section.tsx";
import { DictationSection } from "./dictation/dictation-section.tsx";
import { KeyboardSection } from "./keyboard/keyboard-section.tsx";
import { NotificationsSection } from "./notifications/notifications-section.tsx";
import { ProfileSection } from "./profile/profile-section.tsx";
import { SecuritySection } from "./security/security-section.tsx";
import { SessionsSection } from "./sessions/sessions-section.tsx";

/** A line of the navigation. */
export interface Entry {
  id: string;
  /** Where it is, when not at `/settings/{id}`. */
  path?: string;
  title: string;
  /** What is in it, for the list on a phone. */
  line: string;
  icon: ReactElement;
  /** Its place, where it is not the next of its list. */
  order?: number;
}
export interface Section extends Entry {
  Content: ComponentType;
}

/** The sections of `/settings/:section`, in the order of the navigation. */
export const sections: readonly Section[] = [
  {
    id: "profile",
    title: "Profile",
    line: "Name, email, phone, password",
    icon: <Person20Regular />,
    Content: ProfileSection,
  },
  {
    id: "notifications",
    title: "Notifications",
    line: "What you are told, by mail and on devices",
    icon: <Alert20Regular />,
    Content: NotificationsSection,
    order: 15,
  },
  {
    id: "security",
    title: "Security",
    line: "Second step, recovery codes, ways to sign in",
    icon: <ShieldKeyhole20Regular />,
    Content: SecuritySection,
  },
  {
    id: "sessions",
    title: "Sessions",
    line: "Where you are signed in",
    icon: <PhoneLaptop20Regular />,
    Content: SessionsSection,
  },
  {
    id: "activity",
    title: "Activity",
    line: "What happened with your account",
    icon: <History20Regular />,
    Content: ActivitySection,
  },
  {
    id: "appearance",
    title: "Appearance",
    line: "Theme, density, motion, dates",
    icon: <DarkTheme20Regular />,
    Content: AppearanceSection,
  },
  {
    id: "keyboard",
    title: "Keyboard",
    line: "Shortcuts and their keys",
    icon: <Keyboard20Regular />,
    Content: KeyboardSection,
  },
  {
    id: "dictation",
    title: "Dictation",
    line: "Speech into text fields",
    icon: <Mic20Regular />,
    Content: DictationSection,
  },
  {
    id: "api-tokens",
    title: "API tokens",
    line: "Scripts and shortcuts that act for you",
    icon: <KeyMultiple20Regular />,
    Content: ApiTokensSection,
  },
  { id: "about", title: "About", line: "What runs here", icon: <Info20Regular />, Content: AboutSection },
  {
    id: "delete-account",
    title: "Delete account",
    line: "End it permanently",
    icon: <PersonDelete20Regular />,
    Content: DeleteAccountSection,
  },
];

const connection: Entry = {
  id: "connection",
  path: "/supabase",
  title: "Connection",
  line: "Identity, realtime, storage, clock",
  icon: <PlugConnected20Regular />,
};

/** What this remote itself lists: the page beside the sections stands before the one that ends the account. */
const own: readonly Entry[] = sections.flatMap((section) =>
  section.id === "delete-account" ? [connection, section] : [section],
);

/** Place of the own entries among those that other areas contribute: 10, 20, … and what came between them later. */
const STEP = 10;
const counted = own.filter(({ order }) => order === undefined);
const placeOf = (entry: Entry) => entry.order ?? (counted.indexOf(entry) + 1) * STEP;

/**
 * The navigation: what the areas contribute stands among our own by its order, what only administrators are shown
 * apart.
 */
export function entriesFor(access: SettingsEntry["access"]): Entry[] {
  const contributed = shell()
    .contributions.settings.filter((entry) => entry.access === access)
    .map(({ order, icon, ...entry }) => ({ ...entry, order, icon: <Glyph path={icon} /> }));
  const ours = access === "everyone" ? own.map((entry) => ({ ...entry, order: placeOf(entry) })) : [];
  return [...ours, ...contributed].sort((a, b) => a.order - b.order);
}

const Glyph = ({ path }: { path: string }) => (
  <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
    <path d={path} />
  </svg>
);
