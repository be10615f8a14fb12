const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text for element content and quoted attributes. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
