/** Opens addresses one after the other as a browser would, cookies kept, redirects not followed. */
export function browser() {
  const cookies = new Map<string, string>();
  return {
    cookies,
    open: async (
      url: string | URL,
      init: RequestInit = {},
    ): Promise<{ status: number; location: URL; answer: Response }> => {
      const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
      const answer = await fetch(url, {
        ...init,
        redirect: "manual",
        headers: { ...init.headers, ...(cookie ? { cookie } : {}) },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        cookies.set(name!, value!);
      }
      const location = answer.headers.get("location");
      return { status: answer.status, location: location ? new URL(location) : new URL("about:blank"), answer };
    },
  };
}
export type Browser = ReturnType<typeof browser>;

/** What an address says in its fragment. */
export const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
