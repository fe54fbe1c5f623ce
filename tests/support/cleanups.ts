import { afterEach } from 'vitest';

/** What ends with each test of the file that asks for it, the last begun first. */
export const cleanups: (() => Promise<unknown> | unknown)[] = [];

export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

afterEach(cleanUp);
