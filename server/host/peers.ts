import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { PEER_HEADER } from '../access';

/**
 * Puts the address of the other end on every HTTP request that this process gets, in place of what the sender
 * claims: route handlers of Next do not see the connection.
 */
export function namePeers(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? '';
  });
}
