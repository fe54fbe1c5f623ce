/** Whose requests are shown if not those of running pods. */
export const OF_NEW_PODS = 'of new pods';
