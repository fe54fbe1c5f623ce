/**
 * `npm test`: format and lint, types, then every test, with the counts in a closing line. Arguments limit the
 * tests to files whose path contains one of them and skip the other checks; the pages are then built only if one of
 * these tests opens them. Else they are built, and the checks run, beside the tests that need no process of their own.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { root } from './root.mjs';
import { afterSetUp, setUp } from './setup.mjs';

const only = process.argv.slice(2);
const CHECKS = [
  ['format and lint', ['@biomejs/biome/bin/biome', 'ci', '.']],
  // Each checker works out for itself what all share: one needs two thirds of what four do.
  ['types', ['typescript/bin/tsc', '--noEmit', '--checkers', '1']],
];

/** Whether a named test opens pages: all of those do that start a dashboard, or are supported by what starts one. */
function opensPages() {
  const textOf = (file) => readFileSync(path.join(root, file), 'utf8');
  const supportOf = (text) =>
    Array.from(text.matchAll(/'\.\.\/support\/([\w-]+)'/g), ([, name]) => textOf(`tests/support/${name}.ts`));
  return ['tests/e2e', 'tests/integration'].some((folder) =>
    readdirSync(path.join(root, folder))
      .map((name) => `${folder}/${name}`)
      .filter((file) => file.endsWith('.test.ts') && only.some((part) => file.includes(part)))
      .map(textOf)
      .some((text) =>
        [text, ...supportOf(text)].some((one) => /\/dashboard'|bin\/dashboard|npm.*demo/.test(one)),
      ),
  );
}

/**
 * How many files of a project are tried at once. A page keeps a processor busy by itself; other tests wait six sevenths
 * of their time for a lease, a pass or a process, and fill what pages leave.
 */
const AT_ONCE = {
  browsers: availableParallelism(),
  processes: availableParallelism() + 4,
};

const SLOWEST_TOLD = 10;
const LINES_OF_A_FAILURE = 12;

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});

/** Runs a program of a dependency; `output` is empty if it goes to the terminal. */
function node([script, ...args], stdio) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio,
    });
    running.add(child);
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve({ ok: code === 0, output: Buffer.concat(output).toString() });
    });
  });
}

/** Runs one check after the other, and shows what each said. */
async function checks() {
  const counts = [];
  for (const [name, command] of CHECKS) {
    const { ok, output } = await node(command, ['ignore', 'pipe', 'pipe']);
    console.log(`\n== ${name}${ok ? '' : ': failed'}\n${output}`);
    counts.push({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });
  }
  return counts;
}

/** What failed: each test with what it said, or a file that did not come to its tests. */
function failuresIn(files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && assertionResults.length === 0) return [{ name: file, said: message }];
    return failed.map((test) => ({
      name: `${file}: ${test.fullName}`,
      said: test.failureMessages.join('\n'),
    }));
  });
}

/** Runs the tests of some projects; the names of files come from `files`, or from the arguments. */
async function tests(projects, files = only, options = []) {
  const report = path.join(root, '.build', `tests-${projects.join('-')}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = ['vitest/vitest.mjs', 'run', ...chosen, '--passWithNoTests', ...reporters];
  const { ok } = await node([...command, ...options, ...files], 'inherit');
  try {
    const counted = JSON.parse(readFileSync(report, 'utf8'));
    const failures = failuresIn(counted.testResults);
    return {
      passed: counted.numPassedTests,
      failed: ok ? failures.length : Math.max(1, failures.length),
      skipped: counted.numPendingTests,
      files: counted.testResults.map(({ name, startTime, endTime }) => ({
        name: path.relative(root, name),
        ms: endTime - startTime,
      })),
      failures,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** What was counted of all tests and checks. */
async function everything() {
  const [checked, rooms] = await Promise.all([setUp({ build: true }).then(checks), tests(['rooms'])]);
  const ofProcesses = await Promise.all(
    Object.entries(AT_ONCE).map(([project, files]) => tests([project], [], [`--maxWorkers=${files}`])),
  );
  return [rooms, ...ofProcesses, ...checked];
}

/** What was counted of the tests that the arguments name. */
async function named() {
  if (opensPages()) await setUp({ build: true });
  return [await tests(['rooms', ...Object.keys(AT_ONCE)])];
}

/** Says where the time went, so that a file that became slow is seen. */
function tellSlowest(parts) {
  const slowest = parts
    .flatMap(({ files = [] }) => files)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST_TOLD);
  console.log('\nThe slowest files, in seconds:');
  for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(8)}  ${name}`);
}

/** Says once more what failed, at the end: of a long output often only its tail is kept. */
function tellFailures(parts) {
  for (const { name, said } of parts.flatMap(({ failures = [] }) => failures))
    console.log(`\nFailed: ${name}\n${said.split('\n').slice(0, LINES_OF_A_FAILURE).join('\n')}`);
}

await afterSetUp({ development: true }, async () => {
  const counts = await (only.length > 0 ? named() : everything());
  const sum = (count) => counts.reduce((total, part) => total + part[count], 0);
  if (only.length === 0) tellSlowest(counts);
  tellFailures(counts);
  const hasRun = sum('passed') + sum('failed') + sum('skipped') > 0;
  if (!hasRun) console.error('No test file has this in its path.');
  const failed = hasRun ? sum('failed') : 1;
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  console.log(`\n${sum('passed')} passed, ${failed} failed${skipped}`);
  process.exit(failed > 0 ? 1 : 0);
});
