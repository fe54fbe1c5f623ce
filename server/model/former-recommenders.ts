/** Recommenders that Plumbline once had. Settings may still name them: an upgrade starts with the settings of before. */
export const FORMER_RECOMMENDERS: readonly string[] = ['mean', 'window', 'ensemble', 'seasonal'];
