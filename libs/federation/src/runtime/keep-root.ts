/**
 * Puts the element that the application is drawn in back where it was when some code removes it, or empties it or the body. Returns what
 * stops it.
 */
export function keepRoot(root: HTMLElement): () => void {
  let children: ChildNode[] = [...root.childNodes];
  const observer = new MutationObserver(() => {
    const isEmpty = root.childNodes.length === 0 && children.length > 0;
    if (root.isConnected && !isEmpty) {
      children = [...root.childNodes];
      return;
    }
    console.error(new Error("Some code removed the application from the page: it was put back"));
    const { documentElement: html } = document;
    if (!document.body) html.append(document.createElement("body"));
    if (!root.isConnected) document.body.append(root);
    if (isEmpty) root.append(...children);
    observe();
  });
  const observe = () => {
    for (const node of [document.documentElement, document.body, root]) observer.observe(node, { childList: true });
  };
  observe();
  return () => observer.disconnect();
}
