/** How often a page asks again, real milliseconds; a hidden page does not ask. */
export const POLL_INTERVAL_MS = 2000;
