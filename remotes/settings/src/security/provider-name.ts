const names: Record<string, string> = {
  apple: "Apple",
  azure: "Microsoft",
  bitbucket: "Bitbucket",
  discord: "Discord",
  email: "Email",
  facebook: "Facebook",
  github: "GitHub",
  gitlab: "GitLab",
  google: "Google",
  linkedin_oidc: "LinkedIn",
  phone: "Phone",
  slack_oidc: "Slack",
  twitter: "X",
  web3: "Wallet",
};

/** What people call a way to sign in; `told` is what the installation calls its own. */
export function providerName(id: string, ownNames: Record<string, string> = {}): string {
  if (ownNames[id]) return ownNames[id];
  if (id.startsWith("sso:")) return "Your organisation";
  return names[id] ?? id.charAt(0).toUpperCase() + id.slice(1).replaceAll("_", " ");
}
