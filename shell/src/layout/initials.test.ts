import { initialsOf } from "./initials.ts";

it.each([
  ["Ines Halvorsen", "IH"],
  ["ines", "I"],
  ["Ada (Analytics) King Lovelace", "AL"],
  ["Émile de la Tour", "ÉT"],
  ["李 小龙", "李小"],
  ["4711", ""],
  ["", ""],
])("the initials of %j are %j", (name, initials) => expect(initialsOf(name)).toBe(initials));
