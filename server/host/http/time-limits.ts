/** A client that is slower keeps a connection for nothing. */
export const TIME_LIMITS = {
  /**
   * From an answer to the next request. Longer than proxies keep an idle connection (nginx and AWS 60 s, Go and Traefik
   * 90 s): one that this side ends first may be ended with a request on its way, which then fails.
   */
  keepAliveTimeout: 95_000,
  /** Until the last header. */
  headersTimeout: 15_000,
  /** Until the last byte of the body. */
  requestTimeout: 30_000,
} as const;
