import { DarkTheme20Regular } from "@fluentui/react-icons/svg/dark-theme";
import { History20Regular } from "@fluentui/react-icons/svg/history";
import { Info20Regular } from "@fluentui/react-icons/svg/info";
import { Keyboard20Regular } from "@fluentui/react-icons/svg/keyboard";
import { People20Regular } from "@fluentui/react-icons/svg/people";
import { Person20Regular } from "@fluentui/react-icons/svg/person";
import { PersonDelete20Regular } from "@fluentui/react-icons/svg/person-delete";
import { PhoneLaptop20Regular } from "@fluentui/react-icons/svg/phone-laptop";
import { PlugConnected20Regular } from "@fluentui/react-icons/svg/plug-connected";
import { Rocket20Regular } from "@fluentui/react-icons/svg/rocket";
import { ShieldKeyhole20Regular } from "@fluentui/react-icons/svg/shield-keyhole";
import type { ComponentType, ReactElement } from "react";
import { AboutSection } from "./about/about-section.tsx";
import { ActivitySection } from "./activity/activity-section.tsx";
import { AppearanceSection } from "./appearance/appearance-section.tsx";
import { DeleteAccountSection } from "./delete-account/delete-account-section.tsx";
import { KeyboardSection } from "./keyboard/keyboard-section.tsx";
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
}
export interface Section extends Entry {
  Content: ComponentType;
}

/** The sections of `/settings/:section`, in the order of the navigation. */
export const sections: readonly Section[] = [
  { id: "profile", title: "Profile", line: "Name, e-mail, phone, password", icon: <Person20Regular />, Content: ProfileSection },
  {
    id: "security",
    title: "Security",
    line: "Second step, recovery codes, ways to sign in",
    icon: <ShieldKeyhole20Regular />,
    Content: SecuritySection,
  },
  { id: "sessions", title: "Sessions", line: "Where you are signed in", icon: <PhoneLaptop20Regular />, Content: SessionsSection },
  { id: "activity", title: "Activity", line: "What happened with your account", icon: <History20Regular />, Content: ActivitySection },
  {
    id: "appearance",
    title: "Appearance",
    line: "Theme, density, motion, dates",
    icon: <DarkTheme20Regular />,
    Content: AppearanceSection,
  },
  { id: "keyboard", title: "Keyboard", line: "Single-key shortcuts", icon: <Keyboard20Regular />, Content: KeyboardSection },
  { id: "about", title: "About", line: "What runs here", icon: <Info20Regular />, Content: AboutSection },
  {
    id: "delete-account",
    title: "Delete account",
    line: "End it for good",
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

/** The navigation for everybody: the page beside the sections stands before the one that ends the account. */
export const entries: readonly Entry[] = sections.flatMap((section) =>
  section.id === "delete-account" ? [connection, section] : [section],
);

/** Pages of `/settings` that only administrators are shown. */
export const administratorEntries: readonly Entry[] = [
  { id: "releases", title: "Releases", line: "Rollouts, health, pins", icon: <Rocket20Regular /> },
  { id: "people", title: "People", line: "Invite, ban, reset, delete", icon: <People20Regular /> },
];
