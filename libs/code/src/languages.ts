import type { LanguageInput } from "shiki/core";

interface Language {
  /** As people read it. */
  title: string;
  aliases?: readonly string[];
  load: () => Promise<unknown>;
}

/** What is highlighted, each grammar a chunk of its own that comes when it is first needed. */
const LANGUAGES: Record<string, Language> = {
  bash: { title: "Shell", aliases: ["sh", "shell", "zsh", "console"], load: () => import("shiki/langs/bash.mjs") },
  c: { title: "C", aliases: ["h"], load: () => import("shiki/langs/c.mjs") },
  cpp: { title: "C++", aliases: ["c++", "cc", "hpp"], load: () => import("shiki/langs/cpp.mjs") },
  csharp: { title: "C#", aliases: ["cs", "c#"], load: () => import("shiki/langs/csharp.mjs") },
  css: { title: "CSS", load: () => import("shiki/langs/css.mjs") },
  diff: { title: "Diff", aliases: ["patch"], load: () => import("shiki/langs/diff.mjs") },
  docker: { title: "Dockerfile", aliases: ["dockerfile"], load: () => import("shiki/langs/docker.mjs") },
  elixir: { title: "Elixir", aliases: ["ex", "exs"], load: () => import("shiki/langs/elixir.mjs") },
  go: { title: "Go", aliases: ["golang"], load: () => import("shiki/langs/go.mjs") },
  graphql: { title: "GraphQL", aliases: ["gql"], load: () => import("shiki/langs/graphql.mjs") },
  haskell: { title: "Haskell", aliases: ["hs"], load: () => import("shiki/langs/haskell.mjs") },
  hcl: { title: "HCL", aliases: ["terraform", "tf"], load: () => import("shiki/langs/hcl.mjs") },
  html: { title: "HTML", load: () => import("shiki/langs/html.mjs") },
  http: { title: "HTTP", load: () => import("shiki/langs/http.mjs") },
  ini: { title: "INI", aliases: ["properties"], load: () => import("shiki/langs/ini.mjs") },
  java: { title: "Java", load: () => import("shiki/langs/java.mjs") },
  javascript: { title: "JavaScript", aliases: ["js", "mjs", "cjs"], load: () => import("shiki/langs/javascript.mjs") },
  json: { title: "JSON", aliases: ["json5", "jsonc"], load: () => import("shiki/langs/json.mjs") },
  jsx: { title: "JSX", load: () => import("shiki/langs/jsx.mjs") },
  kotlin: { title: "Kotlin", aliases: ["kt", "kts"], load: () => import("shiki/langs/kotlin.mjs") },
  latex: { title: "LaTeX", aliases: ["tex"], load: () => import("shiki/langs/latex.mjs") },
  lua: { title: "Lua", load: () => import("shiki/langs/lua.mjs") },
  make: { title: "Makefile", aliases: ["makefile"], load: () => import("shiki/langs/make.mjs") },
  markdown: { title: "Markdown", aliases: ["md"], load: () => import("shiki/langs/markdown.mjs") },
  nginx: { title: "nginx", load: () => import("shiki/langs/nginx.mjs") },
  nix: { title: "Nix", load: () => import("shiki/langs/nix.mjs") },
  php: { title: "PHP", load: () => import("shiki/langs/php.mjs") },
  powershell: { title: "PowerShell", aliases: ["ps", "ps1"], load: () => import("shiki/langs/powershell.mjs") },
  python: { title: "Python", aliases: ["py"], load: () => import("shiki/langs/python.mjs") },
  r: { title: "R", load: () => import("shiki/langs/r.mjs") },
  ruby: { title: "Ruby", aliases: ["rb"], load: () => import("shiki/langs/ruby.mjs") },
  rust: { title: "Rust", aliases: ["rs"], load: () => import("shiki/langs/rust.mjs") },
  scss: { title: "SCSS", aliases: ["sass"], load: () => import("shiki/langs/scss.mjs") },
  sql: { title: "SQL", load: () => import("shiki/langs/sql.mjs") },
  svelte: { title: "Svelte", load: () => import("shiki/langs/svelte.mjs") },
  swift: { title: "Swift", load: () => import("shiki/langs/swift.mjs") },
  toml: { title: "TOML", load: () => import("shiki/langs/toml.mjs") },
  tsx: { title: "TSX", load: () => import("shiki/langs/tsx.mjs") },
  typescript: { title: "TypeScript", aliases: ["ts", "mts", "cts"], load: () => import("shiki/langs/typescript.mjs") },
  vue: { title: "Vue", load: () => import("shiki/langs/vue.mjs") },
  xml: { title: "XML", aliases: ["svg"], load: () => import("shiki/langs/xml.mjs") },
  yaml: { title: "YAML", aliases: ["yml"], load: () => import("shiki/langs/yaml.mjs") },
};

const ALIASES = new Map(
  Object.entries(LANGUAGES).flatMap(([id, { aliases = [] }]) => [id, ...aliases].map((name) => [name, id] as const)),
);

/** The id of a language by what somebody calls it; null for "text" and for what is not in the list. */
export const languageOf = (name: string): string | null => ALIASES.get(name.trim().toLowerCase()) ?? null;

/** The name of a language for people; what they wrote themselves when it is not in the list. */
export const languageTitle = (name: string): string => LANGUAGES[languageOf(name) ?? ""]?.title ?? name;

export const loadLanguage = async (id: string): Promise<LanguageInput> =>
  (await LANGUAGES[id]!.load()) as LanguageInput;
