/** Requests that the page made before its application was there; each answer is given once. */
export class Preloaded {
  private readonly answers = new Map<string, Promise<Response>>();

  /** Starts GETs with the caller's token. A path that fails is forgotten, so that the code that needs it sends an ordinary request. */
  start(paths: string[], token: string): void {
    for (const path of paths) {
      const answer = fetch(path, { headers: { accept: "application/json", authorization: `Bearer ${token}` } });
      this.answers.set(path, answer);
      answer.catch(() => this.answers.delete(path));
    }
  }

  take(path: string): Promise<Response> | null {
    const answer = this.answers.get(path) ?? null;
    this.answers.delete(path);
    return answer;
  }
}
