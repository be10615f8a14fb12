/** The test prompt with a model, and one beside it. */
export const promptPath = (model?: string, beside?: string) => {
  const query = new URLSearchParams({
    view: "prompt",
    ...(model ? { model } : {}),
    ...(beside ? { with: beside } : {}),
  });
  return `/models?${query}`;
};
