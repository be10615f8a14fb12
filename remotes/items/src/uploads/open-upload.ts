import capture from "../capture/open-capture.ts";

/** Opens the capture dialog where a person chooses files. */
export default function chooseFiles(): Promise<void> {
  return capture("", { choose: true });
}
