/** The files of something that is dropped; folders, which hold no bytes of their own, are left out. */
export function filesIn(data: DataTransfer): File[] {
  const entries = [...data.items].filter(({ kind }) => kind === "file");
  const files = entries
    .filter((entry) => entry.webkitGetAsEntry?.()?.isDirectory !== true)
    .flatMap((entry) => entry.getAsFile() ?? []);
  return files.length > 0 || entries.length > 0 ? files : [...data.files];
}

/**
 * The files of something that is pasted. None where there is a text beside them: a table brings a picture of itself,
 * too.
 */
export function pastedFiles(data: DataTransfer, now = new Date()): File[] {
  if (data.getData("text/plain").trim() !== "") return [];
  return [...data.files].map((file) => {
    // What browsers call every picture that has no file.
    if (!/^image\.\w+$/.test(file.name)) return file;
    const at = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}.${two(now.getMinutes())}`;
    return new File([file], `Pasted image ${at}.${file.name.split(".").at(-1)}`, { type: file.type });
  });
}

const two = (number: number) => String(number).padStart(2, "0");
