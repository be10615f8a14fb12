/** Distance from what is seen at which a picture is fetched. */
const AHEAD = "800px 0px";

/**
 * Fetches the pictures of a frame's document that are about to be seen. @returns what lets go of them
 */
export function loadFramePictures(inside: Document, load: (id: string) => Promise<Blob> | undefined): () => void {
  const pictures = inside.querySelectorAll("img[data-picture]");
  if (pictures.length === 0) return () => undefined;
  const addresses: string[] = [];
  let ended = false;
  const fetchOne = async (image: HTMLImageElement) => {
    const picture = await load(image.dataset.picture ?? "");
    if (!picture || ended) return;
    const address = URL.createObjectURL(picture);
    addresses.push(address);
    image.src = address;
    image.dataset.there = "";
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        // What is not there keeps its room and its words; the card says so where it can be helped.
        void fetchOne(target as HTMLImageElement).catch(() => undefined);
      }
    },
    // The first for the page as a whole, the second for a pane that scrolls; browsers without it fetch what is seen.
    { rootMargin: AHEAD, scrollMargin: AHEAD } as IntersectionObserverInit,
  );
  for (const image of pictures) observer.observe(image);
  return () => {
    ended = true;
    observer.disconnect();
    for (const address of addresses) URL.revokeObjectURL(address);
  };
}
