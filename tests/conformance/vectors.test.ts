import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKERS } from './checkers';
import { checkFile, vectorFiles } from './run';

const VECTORS = join(__dirname, 'vectors');

describe('the conformance vectors', async () => {
  const files = await vectorFiles(VECTORS);

  it.each(CHECKERS.map(({ file }) => file))('has vectors for %s', (name) => {
    expect(files).toContain(`${name}.json.gz`);
  });

  it.each(files)('agrees with every case of %s, or says that it is skipped', async (file) => {
    const outcome = await checkFile(VECTORS, file);
    const hasChecker = CHECKERS.some((checker) => file.startsWith(`${checker.file}.`));
    if (hasChecker)
      expect(outcome).toEqual({ kind: 'checked', file, passed: expect.any(Number), failures: [] });
    else expect(outcome).toEqual({ kind: 'skipped', file });
    if (outcome.kind === 'checked') expect(outcome.passed).toBeGreaterThan(0);
  });
});
