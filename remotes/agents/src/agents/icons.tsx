import { Bot20Regular } from "@fluentui/react-icons/svg/bot";
import { Calendar20Regular } from "@fluentui/react-icons/svg/calendar";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { Lightbulb20Regular } from "@fluentui/react-icons/svg/lightbulb";
import { Search20Regular } from "@fluentui/react-icons/svg/search";
import { Translate20Regular } from "@fluentui/react-icons/svg/translate";
import type { AgentIcon } from "@tessera/contracts-agents/limits.ts";
import type { ReactElement } from "react";

/** The icons an agent may have, with what they are called. */
export const ICONS: Record<AgentIcon, { label: string; icon: ReactElement }> = {
  bot: { label: "Robot", icon: <Bot20Regular /> },
  pen: { label: "Pen", icon: <Edit20Regular /> },
  translate: { label: "Languages", icon: <Translate20Regular /> },
  search: { label: "Magnifier", icon: <Search20Regular /> },
  calendar: { label: "Calendar", icon: <Calendar20Regular /> },
  lightbulb: { label: "Lamp", icon: <Lightbulb20Regular /> },
};
