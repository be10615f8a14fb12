import type { SampleAreaCardData } from "@tessera/contracts-sample-area/card.ts";
import { makeStyles } from "@tessera/fluent";
import { Field, Input, Textarea } from "@tessera/fluent-data";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";

const useStyles = makeStyles({ fields: { display: "flex", flexDirection: "column", gap: "16px", maxWidth: "600px" } });

/** The items service has checked the fields against the type's schema. */
const dataOf = ({ data }: ItemBodyProps["item"]) => data as SampleAreaCardData;

function Body({ item, edit }: ItemBodyProps) {
  const styles = useStyles();
  return (
    <div className={styles.fields}>
      <Field label="Reference">
        <Input value={dataOf(item).reference} maxLength={200} onChange={(_, { value }) => edit({ data: { reference: value } })} />
      </Field>
      <Field label="Text">
        <Textarea value={item.body} resize="vertical" rows={8} onChange={(_, { value }) => edit({ body: value })} />
      </Field>
    </div>
  );
}

/** What is known of the card, beside its age and tags. */
function facts(item: ItemBodyProps["item"]) {
  const { reference, words } = dataOf(item);
  return [
    ...(reference ? [<span key="reference">{reference}</span>] : []),
    ...(words ? [<span key="words">{words === 1 ? "1 word" : `${words} words`}</span>] : []),
  ];
}

/** An open card of the area's type: its reference and its text. */
const view: ItemTypeView = { Body, facts };
export default view;
