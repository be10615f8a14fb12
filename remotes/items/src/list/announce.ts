const listeners = new Set<(message: string) => void>();

/** Says a sentence to people who listen to the page; shown nowhere. */
export function announce(message: string): void {
  for (const listener of listeners) listener(message);
}

export function onAnnounce(listener: (message: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
