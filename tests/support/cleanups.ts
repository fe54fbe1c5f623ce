import { afterEach } from 'vitest';

/** What ends with the test, the last begun first, where the file cleans up after each. */
export const cleanups: (() => Promise<unknown> | unknown)[] = [];

export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** Cleans up after every test of the file. */
export function cleanUpAfterEach(): void {
  afterEach(cleanUp);
}
