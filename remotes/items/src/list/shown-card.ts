import { useEffect, useRef } from "react";

/**
 * Which card is open beside the list. What the list decides holds at once; the address follows when the router gets to
 * it, and an address that arrives after a later decision changes nothing any more. Only a way that the list did not go,
 * such as a link or the browser's history, is learnt from the address.
 * @param addressed the card that the address names now
 * @param onArrival a card was opened in another way
 */
export function useShownCard(addressed: string | undefined, onArrival: (id: string) => void) {
  /** Cards that the list goes to and the address does not name yet, the newest last; undefined: the list alone. */
  const going = useRef<readonly (string | undefined)[]>([]);
  const address = useRef(addressed);
  address.current = addressed;
  const shown = () => (going.current.length > 0 ? going.current.at(-1) : address.current);
  useEffect(() => {
    const at = going.current.lastIndexOf(addressed);
    if (at >= 0) {
      going.current = going.current.slice(at + 1);
      return;
    }
    going.current = [];
    if (addressed) onArrival(addressed);
  }, [addressed, onArrival]);
  return {
    shown,
    /** Says where the list goes next, before it goes. */
    goTo(id: string | undefined) {
      if (id !== shown()) going.current = [...going.current, id];
    },
  };
}
