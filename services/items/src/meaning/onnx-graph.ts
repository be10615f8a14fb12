// Writes a graph as an ONNX file in memory: the few messages of its protocol buffers that a graph of ours needs.

const FLOAT = 1;
const INT64 = 7;
/** Versions of the format and of its operators. */
const FORMAT = 8;
const OPERATORS = 17;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    const low = Number(rest & 127n);
    if (rest < 128n) return Buffer.from([...bytes, low]);
    bytes.push(low | 128);
  }
}
const key = (field: number, wire: number) => varint((field << 3) | wire);
const whole = (field: number, value: number) => Buffer.concat([key(field, 0), varint(value)]);
const bytes = (field: number, value: Buffer | string) => {
  const content = Buffer.from(value as string);
  return Buffer.concat([key(field, 2), varint(content.length), content]);
};
function real(field: number, value: number): Buffer {
  const content = Buffer.alloc(4);
  content.writeFloatLE(value);
  return Buffer.concat([key(field, 5), content]);
}

/** Integers, or `{ real }`. */
type Attribute = number | number[] | { real: number };

function attribute(name: string, value: Attribute): Buffer {
  const content =
    typeof value === "number"
      ? [whole(3, value), whole(20, 2)]
      : Array.isArray(value)
        ? [...value.map((one) => whole(8, one)), whole(20, 7)]
        : [real(2, value.real), whole(20, 1)];
  return bytes(5, Buffer.concat([bytes(1, name), ...content]));
}

/** Names what a node or a constant gives. */
export type Value = string;

/** A graph of operators; `run` adds one and names what it gives. */
export class OnnxGraph {
  private readonly nodes: Buffer[] = [];
  private readonly constants: Buffer[] = [];
  private count = 0;

  run(operator: string, inputs: Value[], attributes: Record<string, Attribute> = {}): Value {
    return this.runFor(1, operator, inputs, attributes)[0]!;
  }

  /** The same where an operator gives several. */
  runFor(outputs: number, operator: string, inputs: Value[], attributes: Record<string, Attribute> = {}): Value[] {
    const names = Array.from({ length: outputs }, () => `v${this.count++}`);
    this.nodes.push(
      bytes(
        1,
        Buffer.concat([
          ...inputs.map((name) => bytes(1, name)),
          ...names.map((name) => bytes(2, name)),
          bytes(4, operator),
          ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
        ]),
      ),
    );
    return names;
  }

  reals(shape: number[], values: Float32Array): Value {
    return this.constant(shape, FLOAT, Buffer.from(values.buffer, values.byteOffset, values.byteLength));
  }

  real(value: number): Value {
    return this.reals([], Float32Array.of(value));
  }

  wholes(...values: number[]): Value {
    return this.constant([values.length], INT64, Buffer.from(BigInt64Array.from(values.map(BigInt)).buffer));
  }

  /** The file. Names are those of dimensions that each run chooses. */
  file(inputs: { name: string; of: "reals" | "wholes"; shape: string[] }[], output: Value, shape: (string | number)[]) {
    const dimension = (one: string | number) => bytes(1, typeof one === "number" ? whole(1, one) : bytes(2, one));
    const described = (field: number, name: string, type: number, dimensions: (string | number)[]) => {
      const tensor = Buffer.concat([whole(1, type), bytes(2, Buffer.concat(dimensions.map(dimension)))]);
      return bytes(field, Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensor))]));
    };
    const graph = Buffer.concat([
      ...this.nodes,
      bytes(2, "graph"),
      ...this.constants,
      ...inputs.map(({ name, of, shape: own }) => described(11, name, of === "reals" ? FLOAT : INT64, own)),
      described(12, output, FLOAT, shape),
    ]);
    const operators = bytes(8, Buffer.concat([bytes(1, ""), whole(2, OPERATORS)]));
    return Buffer.concat([whole(1, FORMAT), bytes(7, graph), operators]);
  }

  private constant(shape: number[], type: number, raw: Buffer): Value {
    const name = `v${this.count++}`;
    const content = [...shape.map((one) => whole(1, one)), whole(2, type), bytes(8, name), bytes(9, raw)];
    this.constants.push(bytes(5, Buffer.concat(content)));
    return name;
  }
}
