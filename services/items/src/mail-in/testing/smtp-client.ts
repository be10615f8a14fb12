import { connect } from "node:net";
import { createInterface } from "node:readline";

export interface Reply {
  code: number;
  /** The last line of it, without the code. */
  text: string;
}

/** A sender that says exactly what it is told to, line by line. */
export async function dial(port: number) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async (): Promise<Reply> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error("The server ended the connection without a reply");
      if (/^\d{3} /.test(value)) return { code: Number(value.slice(0, 3)), text: value.slice(4) };
    }
  };
  const say = (line: string): Promise<Reply> => {
    socket.write(`${line}\r\n`);
    return reply();
  };
  /** Continues until something is refused. */
  const deliver = async (to: string, message: string): Promise<Reply> => {
    await say("MAIL FROM:<lena@brandt.example>");
    const taken = await say(`RCPT TO:<${to}>`);
    if (taken.code !== 250) return taken;
    await say("DATA");
    return say(`${message.replaceAll(/^\./gm, "..")}\r\n.`);
  };
  await reply();
  await say("EHLO sender.example");
  return {
    ...{ say, deliver, end: () => socket.destroy() },
    send: async (to: string, message: string) => {
      try {
        return await deliver(to, message);
      } finally {
        socket.destroy();
      }
    },
  };
}
