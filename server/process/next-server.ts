import { subscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Gives the HTTP server on this port to `prepare` at each of its connections: Next makes it, and hands it to nobody. What
 * is done at the first is in force for it.
 */
export function eachConnection(port: number, prepare: (server: Server) => void): void {
  subscribe('net.server.socket', (message) => {
    const { server, localPort } = (message as { socket: Socket & { server?: unknown } }).socket;
    if (localPort === port && server instanceof Server) prepare(server);
  });
}
