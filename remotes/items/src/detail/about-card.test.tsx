import { renderInShell } from "@tessera/shell-api/testing";
import { screen } from "@testing-library/react";
import { card } from "../testing/items-server.ts";
import { AboutCard } from "./about-card.tsx";

it.each([
  ["the page", { title: "On queues", titleSource: "rule", data: { pageTitle: "On queues" } }],
  ["rule, from the text", { title: "First line", titleSource: "rule", data: {} }],
  ["you", { title: "On queues", titleSource: "person", data: { pageTitle: "On queues" } }],
] as const)("says that %s set the title", (who, fields) => {
  renderInShell(<AboutCard item={card(1, fields)} />);
  expect(screen.getByText(who)).toBeVisible();
});

it("says how long a step took only when it took some time", () => {
  const processing = { title: { state: "success", ms: 0 }, readable: { state: "success", ms: 1200 } } as const;
  renderInShell(<AboutCard item={card(1, { processing })} />);
  expect(screen.queryByText("0 ms")).toBeNull();
  expect(screen.getByText("1.2 s")).toBeVisible();
});
