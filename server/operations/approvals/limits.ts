/** Changes decided about at once. */
export const MOST_DECIDED = 500;
