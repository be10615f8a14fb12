/** A value that JSON can hold, with bytes beside it that are not copied into it. */
export interface Content<T> {
  value: T;
  blobs: Uint8Array[];
}

/** What a reader's module exports under its name: a pure function of the content. */
export type ReadFunction<I, O> = (content: Content<I>) => Content<O> | Promise<Content<O>>;

/** A named reader that runs in a process of its own; its module may use nothing that Node cannot strip types from. */
export interface Reader<I, O> {
  /** Exported path of a package, for example "@tessera/service-items/readers". */
  module: string;
  name: string;
  /** Milliseconds of CPU for one content. */
  cpuMs: number;
  /** Bytes of the value and the blobs together, in and out. */
  maxInput: number;
  maxOutput: number;
  /** Holds the types only; never set. */
  types?: { input: I; output: O };
}

/** Names a function of a readers' module. @param Readers `typeof import(...)` of the module, for the types alone */
export function readersOf<Readers extends Record<string, ReadFunction<never, unknown>>>(module: string) {
  return <Name extends keyof Readers & string>(
    name: Name,
    limits: Pick<Reader<never, never>, "cpuMs" | "maxInput" | "maxOutput">,
  ) => ({ module, name, ...limits }) as Reader<InputOf<Readers[Name]>, OutputOf<Readers[Name]>>;
}

type InputOf<F> = F extends ReadFunction<infer I, unknown> ? I : never;
type OutputOf<F> = F extends ReadFunction<never, infer O> ? O : never;
