/** Matchers of DOM tests (toBeVisible, toHaveTextContent …), loaded by dom-setup.mjs. */
import "@testing-library/jest-dom";
