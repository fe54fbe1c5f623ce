import { subscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';

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

/** Gives the HTTP server on this port to `prepare` once. */
export function atFirstConnection(port: number, prepare: (server: Server) => void): void {
  const prepared = new WeakSet<Server>();
  eachConnection(port, (server) => {
    if (prepared.has(server)) return;
    prepared.add(server);
    prepare(server);
  });
}

/** Puts `take` before the server of Next on this port: it answers a request, or passes it on. */
export function beforeNext(
  port: number,
  take: (request: IncomingMessage, response: ServerResponse, pass: () => void) => void,
): void {
  atFirstConnection(port, (server) => {
    const handlers = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request').on('request', (request, response) => {
      take(request, response, () => {
        for (const handle of handlers) handle.call(server, request, response);
      });
    });
  });
}

/**
 * Connects to the own port once, so that what waits for a connection is in force: Next may have taken one before
 * anything could be put before its server, and a client may keep that. Resolves once the server has seen it, or there is
 * none yet.
 */
export function knock({ port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => socket.end());
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.resume();
  });
}
