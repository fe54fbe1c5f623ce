import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, wallClock } from '@/server/lib/time/clock';
import type { ScanReport } from '@/server/scan/report';

const run = promisify(execFile);
const DAY_MS = 86_400_000;

let folder: string;
/** The package as a release hands it out. */
let file: string;
let sandbox: Sandbox;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-packed-'));
  sandbox = await startSandbox({
    port: 0,
    clock: acceleratedClock(wallClock.now(), 1),
    log: silentLogger,
    scenario: 'small-shop',
    seed: 1,
    pastMs: 3 * DAY_MS,
    dataDir: path.join(folder, 'cluster'),
  });
  await run('npm', ['pack', path.resolve('deploy/npm'), '--pack-destination', folder]);
  const [packed = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  file = path.join(folder, packed);
  await run('tar', ['-xzf', file, '-C', folder]);
});
afterAll(async () => {
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a new user types, in a folder with nothing but what was packed; interrupted once it said something. */
async function plumbline(args: readonly string[], { whenSaid }: { whenSaid?: string } = {}) {
  const child = spawn(process.execPath, [path.join(folder, 'package/dist/plumbline.mjs'), ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOME: folder,
      KUBECONFIG: sandbox.kubeconfigPath,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (whenSaid !== undefined)
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(whenSaid)) child.kill('SIGINT');
    });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exit, out, err };
}

it.each([
  ['reads', 'Prometheus: '],
  ['replays', 'Kills and throttling'],
])('prints what is known when it is interrupted while it %s', async (_, whenSaid) => {
  const args = ['scan', '--history', '2d', '--no-cache'];
  const interrupted = await plumbline(args, { whenSaid });
  expect(interrupted.code).toBe(130);
  expect(interrupted.out).toMatch(/^Scan of sandbox at .* UTC, stopped before the end/);
  expect(interrupted.err).toContain('Stopping. What is known so far is printed');
});

it('ends once its time is over, though its store says nothing, and says how to allow more', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const args = ['scan', '--no-cache', '--prometheus', `http://127.0.0.1:${port}`, '--timeout', '1s'];
  const { code, err } = await plumbline(args);
  silent.closeAllConnections();
  silent.close();
  expect(code).toBe(124);
  expect(err).toContain('Not done within 1 s: allow more with --timeout');
});

it('has no dependencies, and the version of Plumbline', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const packed = read(path.join(folder, 'package/package.json'));
  expect(packed.version).toBe(read('package.json').version);
  expect(packed.dependencies).toBeUndefined();
});

it('scans by npx with the file alone, from a folder with nothing else', async () => {
  const empty = mkdtempSync(path.join(folder, 'empty-'));
  const copied = path.basename(file);
  copyFileSync(file, path.join(empty, copied));
  const { stdout } = await run(
    'npx',
    ['--yes', '--offline', `./${copied}`, 'scan', '--history', '1d', '--no-replay', '--no-cache'],
    {
      cwd: empty,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        HOME: folder,
        KUBECONFIG: sandbox.kubeconfigPath,
      },
    },
  );
  expect(stdout).toMatch(/^Scan of sandbox at .* UTC/);
  expect(readdirSync(empty)).toEqual([copied]);
});

it('scans a cluster and its Prometheus from an empty folder', async () => {
  const { code, out, err } = await plumbline(['scan', '--history', '2d', '-o', 'json']);
  expect({ code, err }).toMatchObject({
    code: 0,
    err: expect.stringContaining('Usage from Prometheus kube-system/'),
  });
  const report = JSON.parse(out) as ScanReport;
  expect(report.source).toEqual({ kind: 'prometheus', address: 'Prometheus kube-system/prometheus' });
  const checkout = report.workloads.find(({ name }) => name === 'checkout');
  expect(checkout?.containers[0]?.next?.requests.cpu).toBeGreaterThan(250);
  expect(checkout?.replayed?.recommended?.cpuShort).toBeLessThan(checkout?.replayed?.now.cpuShort ?? 0);
  const { namespaces, sum } = report;
  expect(namespaces.reduce((all, one) => all + one.workloads, 0)).toBe(sum.workloads);
});

it('ends as the conditions say, and says what changed since', async () => {
  const first = await plumbline([
    'scan',
    '--history',
    '2d',
    '--no-replay',
    '-o',
    'json',
    '--to',
    'first.json',
  ]);
  expect(first.code).toBe(0);
  const args = ['scan', '--history', '2d', '--no-replay', '--baseline', 'first.json'];
  const second = await plumbline([...args, '--fail-on', 'waste>10%,kills>100000']);
  expect(second.out).toMatch(/Since .* UTC: 0 workloads worse, 0 better, 0 gone/);
  expect(second.err).toMatch(/waste>10%: \d workloads: .*shop\/StatefulSet\/orders-db/);
  expect(second.code).toBe(6);
  const wrong = await plumbline(['scan', '--fail-on', 'waste>10']);
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('"waste>10" needs a share such as waste>2%');
});

it('writes patches that state amounts as people write them', async () => {
  const { code } = await plumbline([
    'scan',
    '--history',
    '2d',
    '--no-replay',
    '-o',
    'patches',
    '--to',
    'patches',
  ]);
  expect(code).toBe(0);
  const patch = readFileSync(path.join(folder, 'patches/shop/deployment-checkout.yaml'), 'utf8');
  expect(patch).toMatch(/memory: \d+Mi\n/);
  expect(patch).toMatch(/cpu: \d+m\n/);
});

it('shows its rules, and writes them only when they are confirmed', async () => {
  const policies = () =>
    [...sandbox.registry.list('verticalscalingpolicies.plumbline.dev')].map(({ metadata }) => metadata.name);
  const before = policies();
  const asked = await plumbline(['scan', '--history', '1d', '--no-replay', '--apply-rules']);
  expect(asked.code).toBe(2);
  expect(asked.err).toContain('      updateMode: "Off"');
  expect(policies()).toEqual(before);
  const confirmed = await plumbline(['scan', '--history', '1d', '--no-replay', '--apply-rules', '--yes']);
  expect(confirmed).toMatchObject({ code: 0 });
  expect(policies()).toEqual([...before, 'plumbline-scan']);
});
