import { DarkTheme20Regular } from "@fluentui/react-icons/svg/dark-theme";
import { Info20Regular } from "@fluentui/react-icons/svg/info";
import { Keyboard20Regular } from "@fluentui/react-icons/svg/keyboard";
import { People20Regular } from "@fluentui/react-icons/svg/people";
import { Person20Regular } from "@fluentui/react-icons/svg/person";
import { Rocket20Regular } from "@fluentui/react-icons/svg/rocket";
import { ShieldPerson20Regular } from "@fluentui/react-icons/svg/shield-person";
import type { ComponentType, ReactElement } from "react";
import { AboutSection } from "./about/about-section.tsx";
import { AppearanceSection } from "./appearance/appearance-section.tsx";
import { KeyboardSection } from "./keyboard/keyboard-section.tsx";
import { ProfileSection } from "./profile/profile-section.tsx";
import { SessionsSection } from "./sessions/sessions-section.tsx";

/** A line of the navigation. */
export interface Entry {
  id: string;
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
  { id: "profile", title: "Profile", line: "Name, e-mail, password", icon: <Person20Regular />, Content: ProfileSection },
  {
    id: "appearance",
    title: "Appearance",
    line: "Theme, density, motion, dates",
    icon: <DarkTheme20Regular />,
    Content: AppearanceSection,
  },
  { id: "keyboard", title: "Keyboard", line: "Single-key shortcuts", icon: <Keyboard20Regular />, Content: KeyboardSection },
  { id: "sessions", title: "Sessions", line: "Sign out here or everywhere", icon: <ShieldPerson20Regular />, Content: SessionsSection },
  { id: "about", title: "About", line: "What runs here", icon: <Info20Regular />, Content: AboutSection },
];

/** Pages of `/settings` that only administrators are shown. */
export const administratorEntries: readonly Entry[] = [
  { id: "releases", title: "Releases", line: "Rollouts, health, pins", icon: <Rocket20Regular /> },
  { id: "people", title: "People", line: "Invite, ban, reset, delete", icon: <People20Regular /> },
];
