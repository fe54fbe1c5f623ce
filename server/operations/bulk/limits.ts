/** Steps in one request: few enough to be answered soon, with progress in between. */
export const MOST_STEPS = 50;
