import { Fragment } from "react";

/** Text whose matches the service set between U+0002 and U+0003, with the matches marked. */
export function Highlighted({ text }: { text: string }) {
  return text.split("\u0002").map((part, index) => {
    const key = `${index}`;
    const end = part.indexOf("\u0003");
    if (index === 0 || end < 0) return <Fragment key={key}>{part}</Fragment>;
    return (
      <Fragment key={key}>
        <mark>{part.slice(0, end)}</mark>
        {part.slice(end + 1)}
      </Fragment>
    );
  });
}
