/** How often a page polls, in real milliseconds; a hidden page does not. */
export const POLL_INTERVAL_MS = 2000;
