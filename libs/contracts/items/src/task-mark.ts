/**
 * What a text begins with that is meant as a task: "[] …", "- [ ] …", "todo: …", "task! …". "todo list ideas" is not.
 */
export const TASK_MARK = /^\s*(?:[-*]\s*)?\[[ x]?\]\s*|^\s*(?:todo|task)\s*[:!]\s*/i;
