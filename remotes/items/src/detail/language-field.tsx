import type { Item } from "@tessera/contracts-items/items.ts";
import { TEXT_LANGUAGES } from "@tessera/contracts-items/text-language.ts";
import { Select } from "@tessera/fluent-extra";
import { useMutation, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { items } from "../api.ts";
import { keepItem } from "../triage/change-items.ts";
import { updateItem } from "../triage/update-item.ts";
import { languageName } from "./text-language.ts";

const CHOICES = TEXT_LANGUAGES.map((code) => ({ code, name: languageName(code) })).sort((a, b) =>
  a.name.localeCompare(b.name, "en"),
);

/** Which language the text of a card is in, and who says so: its words, or the person, who can correct them. */
export function LanguageField({ item }: { item: Item }) {
  const client = useQueryClient();
  const { language, languageBy } = item;
  const say = useMutation({
    // Letters that are typed to a list choose one language after the other.
    scope: { id: `items.language ${item.id}` },
    mutationFn: async (said: string | null) => updateItem(items, item.id, await items.get(item.id), { language: said }),
    onSuccess: (saved) => keepItem(client, saved),
    onError: (error) =>
      shell().notifications.show({ message: failureWords("The language was not changed:", error), intent: "error" }),
  });
  const isSaid = languageBy === "person";
  return (
    <Select
      size="small"
      aria-label="Language of the text"
      value={(say.isPending ? say.variables : isSaid ? language : null) ?? ""}
      onChange={(_, { value }) => say.mutate(value || null)}
    >
      <option value="">
        {isSaid ? "As its words say" : language ? `${languageName(language)}, by its words` : "Its words do not say"}
      </option>
      {CHOICES.map(({ code, name }) => (
        <option key={code} value={code}>
          {isSaid && code === language ? `${name}, said by you` : name}
        </option>
      ))}
    </Select>
  );
}
