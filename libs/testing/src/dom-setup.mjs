import "@testing-library/jest-dom";
import { configure } from "@testing-library/dom";

// Ms that a test waits for what it expects on the screen: a busy machine draws Fluent's components slowly.
configure({ asyncUtilTimeout: 30_000 });
