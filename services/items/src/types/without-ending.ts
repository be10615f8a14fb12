/** "report_final.pdf" as a title says it: without the ending, its underscores kept from reading as Markdown. */
export function withoutEnding(fileName: string): string {
  const plain = fileName.replace(/(?<=.)\.[a-z0-9]{1,8}$/i, "").replaceAll(/[_\s]+/g, " ");
  return plain.trim() || fileName;
}
