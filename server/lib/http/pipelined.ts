import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers, API servers and Prometheus send the next request after the answer. */
const MOST_UNANSWERED = 8;
const unanswered = new WeakMap<Socket, number>();
const PIECE_BYTES = 512;
/** A head ends with an empty line. */
const END_OF_HEAD = '\n\r\n';

/**
 * Ends a connection that sends requests on and on without waiting for answers. Returns whether this request is of such
 * a connection, and gets no answer.
 */
export function endPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return true;
  const count = (unanswered.get(socket) ?? 0) + 1;
  if (count > MOST_UNANSWERED) {
    socket.destroy();
    return true;
  }
  unanswered.set(socket, count);
  response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  return false;
}

/**
 * What holds many heads is read in pieces, to be called once an HTTP server listens to the connection. Else it makes a
 * thousand requests of one packet at once, also when the connection is ended at the ninth.
 */
export function readInPieces(socket: Socket): void {
  const readers = socket.listeners('data') as ((part: Buffer) => void)[];
  socket.on('data', (part: Buffer) => {
    const most = holdsMany(part) ? PIECE_BYTES : part.length;
    for (let start = 0; start < part.length && !socket.destroyed; start += most)
      for (const read of readers) read.call(socket, part.subarray(start, start + most));
  });
  for (const reader of readers) socket.off('data', reader);
}

function holdsMany(part: Buffer): boolean {
  let at = 0;
  for (let heads = 0; heads <= MOST_UNANSWERED; heads++) {
    at = part.indexOf(END_OF_HEAD, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
