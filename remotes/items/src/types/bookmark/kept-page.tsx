import { pageCopyUrl } from "@tessera/contracts-items/client.ts";
import type { Item } from "@tessera/contracts-items/items.ts";
import type { PageCopyInfo } from "@tessera/contracts-items/page-copies.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { ErrorState, RowSkeleton, TextButton, trustedHtml, useUiSettings } from "@tessera/ui";
import { useLayoutEffect, useRef, useState } from "react";
import { items } from "../../api.ts";
import { fetchFile } from "../../detail/use-file.ts";

const useStyles = makeStyles({
  whole: { display: "flex", flexDirection: "column", gap: "12px", height: "100%", minHeight: "60dvh" },
  head: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
    color: tokens.colorNeutralForeground2,
  },
  // A page brings its own colours, which expect paper.
  frame: {
    flexGrow: 1,
    width: "100%",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "8px",
    colorScheme: "light",
    backgroundColor: "white",
  },
});

/** The bookmark's page as it was when it was last fetched; opens it, and the copies of before. */
export function KeptPage({ item, at }: { item: Item; at: string }) {
  const { locale, timeZone } = useUiSettings();
  const day = new Date(at).toLocaleDateString(locale, { dateStyle: "medium", timeZone });
  return <TextButton onClick={() => openKeptPage(item)}>{`Page as it was on ${day}`}</TextButton>;
}

const openKeptPage = (item: Item) =>
  shell().dialogs.open(KeptPageDialog, { item }, { title: item.title, fullscreen: true, buttons: [] });

function KeptPageDialog({ item }: { item: Item }) {
  const styles = useStyles();
  const { locale, timeZone } = useUiSettings();
  const [chosen, setChosen] = useState<string>();
  const list = useQuery({
    queryKey: ["items", "page-copies", item.id],
    queryFn: ({ signal }) => items.pageCopies(item.id, signal),
    staleTime: 0,
  });
  const copies = list.data?.items ?? [];
  const copy = copies.find(({ id }) => id === chosen) ?? copies[0];
  const timeOf = ({ fetchedAt }: PageCopyInfo) =>
    new Date(fetchedAt).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <RowSkeleton rows={4} />;
  if (!copy) return <p>There is no copy of this page any more. Fetch the page again to keep one.</p>;
  return (
    <div className={styles.whole}>
      <div className={styles.head}>
        {copies.length > 1 ? (
          <Select aria-label="Page as it was on" value={copy.id} onChange={(_, { value }) => setChosen(value)}>
            {copies.map((one) => (
              <option key={one.id} value={one.id}>
                {timeOf(one)}
              </option>
            ))}
          </Select>
        ) : (
          <span>As it was on {timeOf(copy)}</span>
        )}
        <span>{leftOut(copy.picturesLeftOut)}</span>
      </div>
      <PageFrame key={copy.id} item={item} copy={copy} />
    </div>
  );
}

const leftOut = (count: number) =>
  `Nothing on it runs or loads.${count === 0 ? "" : count === 1 ? " 1 picture was left out." : ` ${count.toLocaleString()} pictures were left out.`}`;

/** A sandbox without scripts and of no origin; the copy's own policy lets it load nothing. */
function PageFrame({ item, copy }: { item: Item; copy: PageCopyInfo }) {
  const styles = useStyles();
  const { nonce } = useUiSettings();
  const frame = useRef<HTMLIFrameElement>(null);
  const page = useQuery({
    queryKey: ["items", "page-copy", copy.id],
    queryFn: async ({ signal }) => (await fetchFile(pageCopyUrl(item.id, copy.id), signal)).text(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const { data: html } = page;
  useLayoutEffect(() => {
    // The frame inherits our page's policy, which lets styles with its nonce alone apply.
    if (html !== undefined && frame.current)
      frame.current.srcdoc = trustedHtml(nonce ? html.replaceAll("<style", `<style nonce="${nonce}"`) : html);
  }, [html, nonce]);
  if (page.isError) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  if (html === undefined) return <RowSkeleton rows={4} />;
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={`${item.title}, as it was`}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
    />
  );
}
