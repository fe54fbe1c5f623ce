import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that is slower keeps a connection for nothing. */
export const TIME_LIMITS = {
  /** Until the last header. */
  headersTimeout: 15_000,
  /** Until the last byte of the body. */
  requestTimeout: 30_000,
} as const;

/**
 * Gives the server of Next on this port the time limits: Next makes it, and has no option for them. They are in force
 * from its first connection on. Next also listens for requests to switch protocols, and never answers those, which no
 * limit ends; without its listener they are requests like any other.
 */
export function limitServerOn(
  port: number,
  limits: Record<keyof typeof TIME_LIMITS, number> = TIME_LIMITS,
): void {
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket & { server?: Partial<Server> } };
    const { server } = socket;
    if (socket.localPort !== port || server?.headersTimeout === undefined) return;
    Object.assign(server, limits);
    server.removeAllListeners?.('upgrade');
  });
}
