import { Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Item } from "@tessera/contracts-items/items.ts";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { referenceTo } from "@tessera/contracts-items/references.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { useUiSettings } from "@tessera/ui";
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { LONG_TEXT } from "../detail/long-text.ts";
import { TextLanguage } from "../detail/text-language.ts";
import { uploadFiles } from "../uploads/upload-files.ts";
import { CardPictures } from "./card-pictures.tsx";
import { changeCodeLook } from "./code-colours.ts";
import { createView } from "./create-view.ts";
import { EditorBar } from "./editor-bar.tsx";
import type { Selected, TextEditorProps } from "./editor-props.ts";
import { IdleTask } from "./idle-task.ts";
import { TextFacts } from "./text-facts.tsx";
import { TextSource } from "./text-source.ts";
import { useEditorLists } from "./use-editor-lists.tsx";

const useStyles = makeStyles({
  frame: {
    position: "relative",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: "6px",
    ":focus-within": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
});

/** Pause after which the page is told of a longer text, and the longest time that it waits, in ms. */
const PAUSE = 400;
const MAX_WAIT = 2000;

/** A text in Markdown, written as it will look. */
export default function TextEditor(props: TextEditorProps) {
  const styles = useStyles();
  const { nonce, mode, codeTheme } = useUiSettings();
  const navigate = useNavigate();
  const client = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const source = useRef<TextSource>(null);
  const [ready, setReady] = useState<EditorView | null>(null);
  const lists = useEditorLists(view, frame);
  const language = useContext(TextLanguage);
  const code = useMemo(() => ({ mode, theme: codeTheme }), [mode, codeTheme]);
  const latest = useRef({ props, lists, code });
  latest.current = { props, lists, code };

  useLayoutEffect(() => {
    const { props: first } = latest.current;
    const tell = () => {
      telling.cancel();
      const text = source.current!.take(made.state);
      if (text !== null) latest.current.props.onChange(text);
    };
    const telling = new IdleTask(tell, PAUSE, MAX_WAIT);
    const made = createView(
      holder.current!,
      {
        text: first.text,
        selection: first.selection,
        label: first.label,
        placeholder: first.placeholder,
        nonce,
        code: latest.current.code,
        leave: () => {
          tell();
          latest.current.props.onLeave();
        },
        takes: (event) => latest.current.lists.takes(event),
        follow(address) {
          if (address.startsWith("/")) void navigate(address);
          else window.open(address, "_blank", "noopener,noreferrer");
        },
        async keep(files) {
          const made = await uploadFiles(client, files);
          const isPicture = ({ attachments }: Item) => attachments[0]?.mediaType.startsWith("image/");
          return made.map((item) => `${isPicture(item) ? "!" : ""}${referenceTo(item)}`);
        },
        full: () =>
          shell().notifications.show({
            message: `A text holds ${MAX_BODY_LENGTH.toLocaleString()} characters. Nothing was added.`,
            intent: "error",
          }),
      },
      EditorView.updateListener.of((update) => {
        const own = update.transactions.some((one) => one.docChanged && !one.annotation(Transaction.remote));
        if (own) {
          source.current!.type(update.changes);
          if (made.state.doc.length < LONG_TEXT) tell();
          else telling.soon();
        }
        latest.current.lists.look(update);
        if (update.focusChanged && !update.view.hasFocus) {
          latest.current.lists.close();
          tell();
        }
      }),
    );
    view.current = made;
    source.current = new TextSource(first.text, made.state.doc);
    setReady(made);
    const selected = (): Selected => {
      const { anchor, head } = made.state.selection.main;
      return { anchor, head };
    };
    first.handle.current = { focus: () => made.focus(), selected, tell };
    if (first.focused) made.focus();
    if (first.goesOn) latest.current.lists.begin(made.state);
    // Before the listeners of the page, which save what they know.
    const onHide = () => tell();
    window.addEventListener("visibilitychange", onHide, true);
    window.addEventListener("pagehide", onHide, true);
    return () => {
      tell();
      window.removeEventListener("visibilitychange", onHide, true);
      window.removeEventListener("pagehide", onHide, true);
      made.destroy();
      first.handle.current = null;
      view.current = null;
    };
  }, [nonce, navigate, client]);

  useEffect(() => view.current?.dispatch({ effects: changeCodeLook(code) }), [code]);

  const showSource = useCallback(() => latest.current.props.onSource(), []);
  const { text } = props;
  useLayoutEffect(() => {
    const { current } = view;
    const brought = current && source.current?.bring(current.state, text);
    if (brought) current.dispatch(brought);
  }, [text]);
  return (
    <>
      {ready && <EditorBar view={ready} onSource={showSource} />}
      <div ref={frame} className={styles.frame}>
        <div ref={holder} lang={language} />
        {lists.list}
      </div>
      {ready && <CardPictures view={ready} />}
      {ready && <TextFacts view={ready} text={text} />}
    </>
  );
}
