import type { Check } from "./check.ts";

/** The kind of key that pages send. Never the key itself, unless it is a plain word. */
export function keyCheck(key: string): Check {
  const title = "Publishable key";
  const check = (status: Check["status"], word: string, text: string, advice: string | null = null): Check => ({
    title,
    status,
    word,
    figure: "",
    text,
    advice,
  });
  const secret =
    "Replace it at once: every visitor can read it. Set IDENTITY_ANON_KEY to the publishable key and create a new secret key.";
  if (key.startsWith("sb_secret_")) return check("bad", "Secret", "A secret key is in this page.", secret);
  if (key.startsWith("sb_publishable_"))
    return check("ok", "Publishable", "A publishable key (sb_publishable_…), made to be public.");
  const role = roleOf(key);
  if (role === "service_role" || role === "supabase_admin")
    return check("bad", "Secret", `A key of the role ${role} is in this page.`, secret);
  if (role) return check("ok", "Publishable", `A token of the role ${role}, made to be public.`);
  return check("ok", "Placeholder", "A placeholder: the embedded services ask for no key.");
}

/** Role of a key that is a JWT; null for what is none. */
function roleOf(key: string): string | null {
  const [, claims] = key.split(".");
  if (!claims) return null;
  try {
    const { role } = JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/"))) as { role?: unknown };
    return typeof role === "string" ? role : null;
  } catch {
    return null;
  }
}
