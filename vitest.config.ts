import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compiledFilesIn } from './tests/support/compiled-files.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { LOOK_EVERY_MS, PATIENCE_MS } from './tests/support/patience.ts';

const BROWSERS = 'tests/e2e/**';
const PROCESSES = 'tests/integration/**';
const REAL = 'tests/real/**';
const BUILT = ['node_modules/**', '.next/**', '.build/**', '.plumbline/**', 'tests/recipes/**'];

// Each project states these itself: one that extended the root would take its workers too, and then pass over
// `--maxWorkers` of the command line.
const shared = {
  environment: 'node',
  setupFiles: ['tests/support/property-runs.ts'],
  // These end only what would never end: a test must not depend on how busy its machine is.
  testTimeout: 3 * PATIENCE_MS,
  hookTimeout: 3 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS, interval: LOOK_EVERY_MS } },
  // Tests change nothing that others share, so a worker tries one file after the other and loads all once.
  isolate: false,
  // Most of what a test makes is gone at once: room for it costs a twentieth less of the processor.
  execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
};
const root = fileURLToPath(new URL('.', import.meta.url));
const resolve = { alias: { '@': root } };

export default defineConfig({
  test: {
    // One more than processors: many tests wait for a lease, a pass or a process.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // What a file becomes in JavaScript is kept until it changes.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: compiledFilesIn(root, '.build/compiled-for-tests'),
    },
    projects: [
      {
        resolve,
        test: { ...shared, name: 'browsers', include: [`${BROWSERS}/*.test.ts`], exclude: BUILT },
      },
      {
        resolve,
        test: { ...shared, name: 'processes', include: [`${PROCESSES}/*.test.ts`], exclude: BUILT },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'rooms',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...BUILT, BROWSERS, PROCESSES, REAL],
        },
      },
      {
        resolve,
        // Two control planes at a time: most of a test is waiting.
        test: {
          ...shared,
          name: 'real',
          include: [`${REAL}/*.test.ts`],
          maxWorkers: 2,
          exclude: BUILT,
        },
      },
    ],
  },
});
