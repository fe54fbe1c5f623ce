import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first';

const PROCESSES = 'tests/{e2e,integration}/**';
const BUILT = ['node_modules/**', '.next/**', '.build/**', '.plumbline/**'];

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A poll waits as long as any other step of a test may.
    expect: { poll: { timeout: 30_000 } },
    // One more than processors: many tests wait for a lease, a pass or a process.
    maxWorkers: availableParallelism() + 1,
    // Tests change nothing that others share, so a worker tries one file after the other and loads all once.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: 'processes', include: [`${PROCESSES}/*.test.ts`], exclude: BUILT },
      },
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...BUILT, PROCESSES],
        },
      },
    ],
  },
});
