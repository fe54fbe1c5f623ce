/**
 * `npm test`: format and lint, types, then every test, with the counts in a closing line. Arguments limit the
 * tests to files whose path contains one of them and skip the other checks.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';
import { afterSetUp } from './setup.mjs';

const only = process.argv.slice(2);

function node(script, ...args) {
  const ran = spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  return ran.status === 0;
}

function checks() {
  if (only.length > 0) return [];
  return [
    ['format and lint', () => node('@biomejs/biome/bin/biome', 'ci', '.')],
    ['types', () => node('typescript/bin/tsc', '--noEmit')],
  ];
}

function tests() {
  const report = path.join(root, '.build', 'tests.json');
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const ok = node(
    'vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...only,
  );
  try {
    const counted = JSON.parse(readFileSync(report, 'utf8'));
    const failed =
      counted.numFailedTests +
      counted.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
        .length;
    return {
      passed: counted.numPassedTests,
      failed: ok ? failed : Math.max(1, failed),
      skipped: counted.numPendingTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

await afterSetUp({ build: true }, () => {
  let passed = 0;
  let failed = 0;
  for (const [name, check] of checks()) {
    console.log(`\n== ${name}`);
    if (check()) passed++;
    else {
      failed++;
      console.error(`${name}: failed`);
    }
  }
  const counted = tests();
  const skipped = counted.skipped > 0 ? `, ${counted.skipped} skipped` : '';
  console.log(`\n${passed + counted.passed} passed, ${failed + counted.failed} failed${skipped}`);
  process.exit(failed + counted.failed > 0 ? 1 : 0);
});
