/** A client that is slower keeps a connection for nothing. */
export const TIME_LIMITS = {
  /** Until the last header. */
  headersTimeout: 15_000,
  /** Until the last byte of the body. */
  requestTimeout: 30_000,
} as const;
