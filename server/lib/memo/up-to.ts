const one = () => 1;

/**
 * Bounds an LRU cache by a count, so that it grows with what it holds: by `max` it takes 28 bytes for each that it may
 * ever hold, from the start. For bounds that few processes come near.
 */
export const upTo = (most: number) => ({ maxSize: most, sizeCalculation: one });
