/** Most characters of each part: encoded, all of them fit into what servers take of an address. */
const MOST = { url: 2000, title: 200, text: 1000 };

/**
 * A bookmark that opens `/share` with the address, the title and the selected words of the page that it is used on. It
 * runs in that page: it reads nothing else, and what it opens asks before it saves.
 */
export function bookmarkletOf(origin: string): string {
  const words = `title:document.title.slice(0,${MOST.title}),text:String(getSelection()).slice(0,${MOST.text})`;
  const query = `new URLSearchParams({url:location.href.slice(0,${MOST.url}),${words}})`;
  const address = JSON.stringify(`${origin}/share?`);
  // Where the browser opens no further tab, this one goes there.
  const code = `(()=>{const to=${address}+${query};if(!open(to,"_blank"))location.href=to})()`;
  return `javascript:${encodeURIComponent(code)}`;
}
