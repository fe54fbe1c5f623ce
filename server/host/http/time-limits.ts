import { eachConnection } from './next-server';

/** A client that is slower keeps a connection for nothing. */
export const TIME_LIMITS = {
  /** Until the last header. */
  headersTimeout: 15_000,
  /** Until the last byte of the body. */
  requestTimeout: 30_000,
} as const;

/**
 * Gives the server of Next on this port the time limits, for which Next has no option. Next also listens for requests to switch protocols, and never answers those, which no
 * limit ends; without its listener they are requests like any other. In development it answers them, to say what was edited.
 */
export function limitServerOn(
  port: number,
  limits: Record<keyof typeof TIME_LIMITS, number> = TIME_LIMITS,
  { isDevelopment = false } = {},
): void {
  eachConnection(port, (server) => {
    Object.assign(server, limits);
    if (!isDevelopment) server.removeAllListeners('upgrade');
  });
}
