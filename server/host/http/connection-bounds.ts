import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionLimits } from '../../lib/http/connection-limits';
import { readInPieces } from '../../lib/http/pipelined';
import { hasBody } from './body-gate';

/** Connections that wait for their next request, or for the rest of one; an ingress keeps some of them open. */
const MOST_WAITING = 256;
/** Connections that are being answered: who reads an answer slowly holds one. */
const MOST_ANSWERED = 256;

/**
 * Bounds the connections of a server. One too many ends the oldest of the address that has the most, among those that
 * wait or among those that are being answered.
 */
export function boundConnections(
  server: Server,
  { mostWaiting = MOST_WAITING, mostAnswered = MOST_ANSWERED } = {},
): void {
  const waiting = new ConnectionLimits(mostWaiting);
  const answered = new ConnectionLimits(mostAnswered);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress, remotePort } = socket;
    readInPieces(socket);
    waiting.add({ remoteAddress, remotePort, destroy: () => socket.destroy() });
    socket.once('close', () => {
      waiting.remove({ remoteAddress, remotePort });
      answered.remove({ remoteAddress, remotePort });
    });
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const { remoteAddress, remotePort } = socket;
    const connection = { remoteAddress, remotePort, destroy: () => socket.destroy() };
    const answer = () => {
      if (socket.destroyed || response.closed) return;
      waiting.remove(connection);
      answered.add(connection);
    };
    if (request.complete || !hasBody(request)) answer();
    else request.once('end', answer);
    response.once('close', () => {
      answered.remove(connection);
      if (!socket.destroyed) waiting.add(connection);
    });
  });
}
