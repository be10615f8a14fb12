import { test } from "./journey.ts";
import { lookOver, prepare } from "./look-over.ts";

test.use({ serviceWorkers: "allow" });

const LOOK = { width: 390, height: 932, colorScheme: "dark", isTouched: true } as const;

test.beforeAll(({ browser, product }) => prepare(browser, product));

test("pages that are open to everybody are accessible, still and clean: phone, dark", ({ browser }) =>
  lookOver(browser, LOOK, false));

test("pages of a signed-in person are accessible, still and clean: phone, dark", ({ browser }) =>
  lookOver(browser, LOOK, true));
