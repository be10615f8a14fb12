/** Name of the query parameter that carries the path a person wanted when the billing guard sent them here. */
const parameter = "from";

/** That path, when it is one of this product: another origin's address is not followed. */
export function wantedPath(search: string): string | undefined {
  const path = new URLSearchParams(search).get(parameter);
  return path && /^\/(?![/\\])/.test(path) ? path : undefined;
}
