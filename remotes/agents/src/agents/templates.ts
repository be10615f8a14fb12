import type { NewAgent } from "@tessera/contracts-agents/agents.ts";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";

export interface Template {
  /** What it is for, in a sentence. */
  line: string;
  agent: NewAgent;
  /** A task that it may begin with; it stands in the field of its first run. */
  task?: string;
}

const blank: NewAgent = {
  ...{ name: "New agent", icon: "bot", instructions: "", modelId: null, fallbackModelId: null },
  ...{ temperature: null, maxOutputTokens: 2_000, dayLimitMicros: null, monthLimitMicros: null },
};
const offline: NewAgent = { ...blank, modelId: OFFLINE_MODEL_ID };

/** Answers questions without a provider. */
export const FIND_AND_CITE: NewAgent = {
  ...offline,
  name: "Find and cite",
  icon: "search",
  instructions: "Find what my cards say about the question and quote it.",
  tools: { search_cards: "allow", read_card: "allow", read_transcript: "allow", list_transactions: "allow" },
};

/** What the offline model does: without a provider and without cost. */
export const OFFLINE_TEMPLATES: Template[] = [
  {
    line: "Says what is due and what is new.",
    task: "What is due today, and what is new?",
    agent: {
      ...offline,
      name: "Morning brief",
      icon: "calendar",
      instructions: "Give me my morning brief: what is due today and what is new.",
      tools: { search_cards: "allow" },
    },
  },
  {
    line: "Finds sentences in your cards and quotes them with their place.",
    agent: FIND_AND_CITE,
  },
  {
    line: "Finds what is still to do in your notes and offers it as tasks.",
    task: "Find tasks in my notes",
    agent: {
      ...offline,
      name: "Tasks from notes",
      icon: "lightbulb",
      instructions: "Find what is still to do in my notes and offer it as tasks.",
      tools: { search_cards: "allow", read_card: "allow", create_task: "ask" },
    },
  },
  {
    line: "Keeps tasks and notes from plain sentences; asks you first.",
    agent: {
      ...offline,
      name: "Quick keeper",
      icon: "bot",
      instructions: "Keep what I say as a task or a note.",
      tools: { create_task: "ask", create_card: "ask", ask_person: "ask" },
    },
  },
];

/** What a new agent may begin with; each is an ordinary agent afterwards. */
export const TEMPLATES: Template[] = [
  {
    line: "Rewrites a text in plain, short sentences and keeps what it says.",
    agent: {
      ...blank,
      name: "Plain editor",
      icon: "pen",
      temperature: 30,
      instructions:
        "Rewrite the text you are given in plain, short sentences. Keep every fact, name, number and date. Keep the language it is written in. Answer with the rewritten text alone.",
    },
  },
  {
    line: "Translates between English and any other language.",
    agent: {
      ...blank,
      name: "Translator",
      icon: "translate",
      temperature: 20,
      instructions:
        "Translate what you are given into English; if it is in English already, ask which language it should be in. Keep the form: lists stay lists, headings stay headings. Keep names and numbers. Answer with the translation alone.",
    },
  },
  {
    line: "Breaks a goal into small steps with an order.",
    agent: {
      ...blank,
      name: "Planner",
      icon: "calendar",
      instructions:
        "Break the goal you are given into at most ten steps that each take less than a day. Number them in the order in which they can be done. Name what has to be known or bought before a step. If the goal is unclear, ask one question first.",
    },
  },
  {
    line: "Explains a thing at the level that you ask for, with an example.",
    agent: {
      ...blank,
      name: "Explainer",
      icon: "lightbulb",
      instructions:
        "Explain what you are asked in a few paragraphs for an adult who is new to the subject. Give one concrete example. Say plainly what you are not sure of, and never invent sources.",
    },
  },
  { line: "Start from scratch.", agent: blank },
];
