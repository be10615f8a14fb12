import type { FastifyRequest } from "fastify";

/** Runs `act` with a signal that aborts when the one who asked closes the connection before there is an answer. */
export async function whileThere<T>(
  { raw: { socket } }: FastifyRequest,
  act: (left: AbortSignal) => Promise<T>,
): Promise<T> {
  const left = new AbortController();
  const leave = () => left.abort();
  if (socket.destroyed) leave();
  socket.once("close", leave);
  try {
    return await act(left.signal);
  } finally {
    socket.off("close", leave);
  }
}
