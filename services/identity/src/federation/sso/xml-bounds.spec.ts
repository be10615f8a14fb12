import { parseXml } from "./xml.ts";
import { METADATA_BOUNDS } from "./xml-bounds.ts";

const nested = (depth: number) => `${"<a>".repeat(depth)}${"</a>".repeat(depth)}`;

it("reads documents as providers make them", async () => {
  const values = Array.from(
    { length: 500 },
    (_, at) => `<saml:AttributeValue xsi:type='xs:string' note="a > b">group ${at}</saml:AttributeValue>`,
  );
  const { name, root } = await parseXml(
    `<?xml version="1.0"?>\n<saml:Attribute>${values.join("")}<empty/></saml:Attribute>`,
    METADATA_BOUNDS,
  );
  expect(name).toBe("Attribute");
  expect(root.AttributeValue).toHaveLength(500);
});

it.each([
  ["nested", nested(51), /nested more than 50 deep/],
  ["nested, with ends of tags in values", `${`<a x="/>">`.repeat(60)}${"</a>".repeat(60)}`, /nested more than 50 deep/],
  ["of very many elements", `<r>${"<a/>".repeat(2000)}</r>`, /more than 2000 elements/],
  [
    "of very many attributes",
    `<r ${Array.from({ length: 4001 }, (_, at) => `a${at}=''`).join(" ")}/>`,
    /more than 4000 attributes/,
  ],
  ["that declares a type", `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`, /document type or entities/],
  ["that ends within a tag", `<r><a x="`, /ends within a tag/],
])("refuses a document %s before it is parsed", async (_, xml, words) => {
  await expect(parseXml(xml, METADATA_BOUNDS)).rejects.toThrow(words);
});
