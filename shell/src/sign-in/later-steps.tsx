// Steps of signing in that come after the first one, and mostly not at all.
export { CodeStep } from "./code-step.tsx";
export { SecondFactor } from "./second-factor.tsx";
export { SsoForm } from "./sso-form.tsx";
export { WalletList } from "./wallet-list.tsx";
