import { test } from "./journey.ts";
import { lookOver } from "./look-over.ts";

test.use({ serviceWorkers: "allow" });

lookOver({ name: "phone, dark", width: 390, height: 932, colorScheme: "dark", isTouched: true });
