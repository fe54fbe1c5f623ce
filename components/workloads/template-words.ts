/** Whose requests are shown while no pod lives. */
export const FROM_TEMPLATE = 'from the template, no pod runs now';
