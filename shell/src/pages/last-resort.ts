/** The error page without the frame, which failed itself: React has taken away all that it had drawn. */
export function showLastResort(container: HTMLElement, error: unknown): void {
  const main = document.createElement("main");
  const title = document.createElement("h1");
  title.textContent = "Internal Server Error";
  const text = document.createElement("p");
  text.textContent = error instanceof Error ? error.message : String(error);
  const again = document.createElement("button");
  again.textContent = "Reload the page";
  again.addEventListener("click", () => location.reload());
  main.setAttribute("role", "alert");
  main.append(title, text, again);
  container.append(main);
}
