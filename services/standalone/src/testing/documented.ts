import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

interface Media {
  schema?: object;
  example?: unknown;
}
export interface Answered {
  method: string;
  /** As the document writes it: "/api/items/{id}". */
  path: string;
  status: number;
  type: string | null;
  headers: Headers;
  text: string;
}
interface DescribedAnswer {
  headers?: Record<string, unknown>;
  content?: Record<string, Media>;
}
export interface Description {
  paths: Record<
    string,
    Record<
      string,
      {
        responses: Record<string, DescribedAnswer>;
        requestBody?: { content: Record<string, Media> };
        /** What a caller has to send to be known; none where anybody may call. */
        security?: object[];
      }
    >
  >;
  components: { schemas: Record<string, object> };
}

/**
 * Judges answers by a service's description: is there this status, with this type, and does the body fit its schema?
 */
export class Documented {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: false });
  private readonly checks = new Map<string, (value: unknown) => string | null>();

  constructor(private readonly document: Description) {
    addFormats.default(this.ajv);
    this.ajv.addSchema({ $id: "document", components: document.components });
  }

  /** What is wrong with the answer; null when the description says that it can be so. */
  faultOf({ method, path, status, type, headers, text }: Answered): string | null {
    const described = this.document.paths[path]?.[method.toLowerCase()]?.responses[status];
    const named = `${method} ${path} ${status}`;
    if (!described) return `${named} is not described`;
    const missing = Object.keys(described.headers ?? {}).filter((name) => !headers.has(name));
    if (missing.length) return `${named} has no ${missing.join(", ")}`;
    const kind = type?.split(";")[0] ?? "";
    if (!text) return null;
    const media = described.content?.[kind] ?? described.content?.["*/*"];
    if (!media) return `${named} is of the type ${kind}, which is not described`;
    if (!/json$/.test(kind) || !media.schema) return null;
    const fault = this.check(media.schema)(JSON.parse(text));
    return fault && `${named}: ${fault}`;
  }

  /** Examples that do not fit the schema beside them. */
  wrongExamples(): string[] {
    return Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody, responses }]) => {
        const bodies = { body: requestBody, ...responses } as Record<
          string,
          { content?: Record<string, Media> } | undefined
        >;
        return Object.entries(bodies).flatMap(([place, body]) =>
          Object.values(body?.content ?? {}).flatMap(({ schema, example }) => {
            const name = `${method.toUpperCase()} ${path} ${place}`;
            const fault = schema && example !== undefined ? this.check(schema)(example) : null;
            return fault ? [`${name}: ${fault}`] : [];
          }),
        );
      }),
    );
  }

  /** Many answers have one schema: it is compiled once. */
  private check(schema: object): (value: unknown) => string | null {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const known = this.checks.get(text);
    if (known) return known;
    const validate = this.ajv.compile(JSON.parse(text) as object);
    const check = (value: unknown) => (validate(value) ? null : this.ajv.errorsText(validate.errors));
    this.checks.set(text, check);
    return check;
  }
}
