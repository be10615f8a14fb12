import { ArrowClockwise20Regular } from "@fluentui/react-icons/svg/arrow-clockwise";
import { ArrowDownload20Regular } from "@fluentui/react-icons/svg/arrow-download";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { RecordStop20Regular } from "@fluentui/react-icons/svg/record-stop";
import { Rename20Regular } from "@fluentui/react-icons/svg/rename";
import type { Transcript, TranscriptFormat } from "@tessera/contracts-transcribe/recordings.ts";
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { IconButton } from "@tessera/ui";
import { keys, transcribe } from "../api.ts";
import { openAgain } from "../recogniser/again-dialog.tsx";
import { openEarlier } from "../recogniser/earlier-dialog.tsx";
import { useTexts } from "../recogniser/use-texts.ts";
import { openSummarise } from "../summary/summarise-dialog.tsx";
import { useSummary } from "../summary/use-summary.ts";
import { isOpen } from "../words.ts";
import { RenameDialog } from "./rename-dialog.tsx";

/** Time in which the browser takes a download over, ms. */
const HANDOVER_MS = 60_000;

const FORMATS: Record<TranscriptFormat, string> = {
  txt: "Text",
  md: "Markdown with times",
  srt: "Subtitles (SRT)",
  vtt: "Subtitles (WebVTT)",
  json: "JSON with all times",
  csv: "Table (CSV)",
  docx: "Word document",
};

/** What can be done with a recording as it is now. */
export function RecordingActions({ transcript }: { transcript: Transcript }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const texts = useTexts(transcript);
  const summaries = useSummary(transcript);
  const { id, title } = transcript;
  /** Says what went wrong; nothing was changed then. */
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await client.invalidateQueries({ queryKey: keys.all });
    } catch (error) {
      shell().notifications.show({ message: (error as Error).message, intent: "error" });
    }
  };
  const save = (format: TranscriptFormat) =>
    act(async () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await transcribe.exportFile(id, format));
      link.download = `${title.replace(/[\\/:*?"<>|]/g, "_")}.${format}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), HANDOVER_MS);
    });
  const remove = async () => {
    const sure = await shell().dialogs.confirm("The audio and its texts are deleted for good. This cannot be undone.", {
      title: `Delete ${title}?`,
      buttons: [
        { text: "Keep", variant: "outline", onClick: (dialog) => dialog.cancel() },
        { text: "Delete recording", color: "danger", value: true },
      ],
    });
    if (!sure) return;
    await act(async () => {
      await transcribe.remove(id);
      navigate("/transcribe");
    });
  };
  const rename = () =>
    void shell().dialogs.open(
      RenameDialog,
      {
        title,
        act: async (wanted: string) => {
          await transcribe.rename(id, { title: wanted });
          await client.invalidateQueries({ queryKey: keys.all });
        },
      },
      { title: "Rename the recording", width: "400px", buttons: [] },
    );
  const { earlier, soundDeletedAt } = transcript;
  const again = { label: "Transcribe again", open: () => openAgain({ transcript, act: texts.again }) };
  const before = { label: "Earlier texts", open: () => openEarlier({ earlier, restore: texts.restore }) };
  const summarise = { label: "Summarise", open: () => openSummarise({ transcript, ...summaries }) };
  const choices = isOpen(transcript)
    ? []
    : [
        ...(transcript.segments.length && !transcript.summary ? [summarise] : []),
        ...(soundDeletedAt ? [] : [again]),
        ...(earlier.length ? [before] : []),
      ];
  return (
    <>
      <IconButton icon={<Rename20Regular />} label="Rename" onClick={rename} />
      {isOpen(transcript) ? (
        <IconButton icon={<RecordStop20Regular />} label="Stop" onClick={() => void act(() => transcribe.cancel(id))} />
      ) : (
        <>
          {transcript.state !== "done" && (
            <IconButton
              icon={<ArrowClockwise20Regular />}
              label="Resume"
              onClick={() => void act(() => transcribe.resume(id))}
            />
          )}
          <IconButton icon={<Delete20Regular />} label="Delete" onClick={() => void remove()} />
        </>
      )}
      {choices.length > 0 && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <IconButton icon={<MoreHorizontal20Regular />} label="More" />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {choices.map(({ label, open }) => (
                <MenuItem key={label} onClick={() => void open()}>
                  {label}
                </MenuItem>
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
      {transcript.segments.length > 0 && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <IconButton icon={<ArrowDownload20Regular />} label="Save as" />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {(Object.keys(FORMATS) as TranscriptFormat[]).map((format) => (
                <MenuItem key={format} onClick={() => void save(format)}>
                  {FORMATS[format]}
                </MenuItem>
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
    </>
  );
}
