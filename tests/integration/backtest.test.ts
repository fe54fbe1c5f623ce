import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@/bin/root.mjs';

const START_S = Date.UTC(2026, 2, 2) / 1000;
const MINUTES = 30 * 60;
const folder = mkdtempSync(path.join(tmpdir(), 'backtest-'));

interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

function backtest(...args: string[]): Promise<Ended> {
  const entry = [path.join(root, 'bin', 'run.mjs'), 'server/cli/backtest/main.ts', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, entry, { cwd: root, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

function traces(
  name: string,
  usage: (minute: number) => string,
  into = mkdtempSync(path.join(folder, 'traces-')),
): string {
  const rows = Array.from({ length: MINUTES }, (_, minute) => `${START_S + minute * 60},${usage(minute)}`);
  writeFileSync(path.join(into, `${name}.csv`), `ts,cpu,memory\n${rows.join('\n')}\n`);
  return into;
}

function file(name: string, content: string): string {
  const written = path.join(folder, name);
  writeFileSync(written, content);
  return written;
}

describe('npm run backtest', () => {
  let cart: string;
  beforeAll(() => {
    cart = traces('cart', (minute) => `${0.2 + 0.05 * Math.sin(minute / 60)},${5e8}`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('compares variants in a table, with progress on stderr', async () => {
    const variants = file(
      'two.yaml',
      'requests: {cpu: 2, memory: 4Gi}\nvariants:\n- {name: as today}\n- {name: kept, updatePolicy: {updateMode: "Off"}}\n',
    );
    const { status, stdout, stderr } = await backtest('--traces', cart, '--variants', variants);
    expect(stderr).toContain('2 of 2: kept, traces/cart');
    expect(status).toBe(0);
    expect(stdout).toMatch(/as today \(closed\) +kept \(closed\)/);
    expect(stdout).toMatch(/evictions, count +2 \(2, 2\) +0\* \(0, 0\)/);
  });

  it('prints every workload as JSON, and ends with 1 beyond a threshold', async () => {
    const variants = file(
      'limits.json',
      JSON.stringify({
        requests: { cpu: 2, memory: '4Gi' },
        loop: 'open',
        prices: { coreHour: 0.03, gibHour: 0.004 },
        thresholds: { coreHours: { total: 1 }, oomFreeDays: { worst: 1 } },
        variants: [{ name: 'default' }],
      }),
    );
    const { status, stdout, stderr } = await backtest('--traces', cart, '--variants', variants, '--json');
    const [result] = (JSON.parse(stdout) as { variants: Record<string, unknown>[] }).variants;
    expect(result).toMatchObject({ variant: 'default', loop: 'open', seed: 1 });
    expect(result).toHaveProperty('workloads.0.workload', 'traces/cart');
    expect(result).toHaveProperty('summary.cost.worst.0.workload', 'traces/cart');
    expect(stderr).toMatch(/default: total of coreHours is [\d.]+, above 1; worst: traces\/cart/);
    expect(stderr).not.toContain('oomFreeDays');
    expect(status).toBe(1);
  });

  it('writes every figure of every container under every variant to a file, in CSV', async () => {
    const two = traces(
      'cart',
      () => `0.2,${5e8}`,
      traces('mail', () => `0.4,${3e8}`),
    );
    const variants = file(
      'csv.yaml',
      'requests: {cpu: 2, memory: 4Gi}\nvariants: [{name: as today}, {name: "kept, off", updatePolicy: {updateMode: "Off"}}, {name: adaptive, recommender: adaptive}]\n',
    );
    const csv = path.join(folder, 'figures.csv');
    const { status } = await backtest('--traces', two, '--variants', variants, '--csv', csv);
    expect(status).toBe(0);
    const [head = '', ...lines] = readFileSync(csv, 'utf8').trim().split('\r\n');
    expect(head).toMatch(/^workload,variant,loop,seed,cpuSlack_share,/);
    expect(lines.map((line) => line.split(',closed,1,')[0]).sort()).toEqual([
      'traces/cart,"kept, off"',
      'traces/cart,adaptive',
      'traces/cart,as today',
      'traces/mail,"kept, off"',
      'traces/mail,adaptive',
      'traces/mail,as today',
    ]);
    // Two replicas, kept at 2 cores for the whole recording.
    const at = head.split(',').indexOf('coreHours');
    const figureOf = (name: string) =>
      Number(
        lines
          .find((line) => line.startsWith(name))
          ?.replace('"kept, off"', 'kept')
          .split(',')[at],
      );
    expect(figureOf('traces/cart,"kept, off"')).toBeCloseTo((4 * MINUTES) / 60, 1);
    expect(figureOf('traces/mail,as today')).toBeLessThan((4 * MINUTES) / 60);
    const nowhere = await backtest('--traces', cart, '--variants', variants, '--csv', '/nowhere/at/all');
    expect(nowhere).toMatchObject({ status: 2, stderr: expect.stringContaining('cannot be written') });
  });

  const faults: [string, string, RegExp][] = [
    ['no variant', 'variants: []', /variants: must name at least one variant/],
    ['no YAML', 'variants: [', /is no YAML or JSON/],
    [
      'an unknown recommender',
      'variants: [{name: a, recommender: best}]',
      /variants\[0\]\.recommender: must be one of default, adaptive$/m,
    ],
    [
      'an unknown parameter',
      'variants: [{name: a, recommender: adaptive, parameters: {endAfter: 1h}}]',
      /variants\[0\]\.parameters: endAfter is no parameter of recommender "adaptive"; it takes .*shortage/,
    ],
    [
      'an unknown setting',
      'variants: [{name: a, settings: {PLUMBLINE_TOLERANCE: 1}}]',
      /variants\[0\]\.settings: PLUMBLINE_TOLERANCE is not a setting/,
    ],
    ['an unknown figure', 'thresholds: {slack: {p95: 1}}\nvariants: [{name: a}]', /thresholds.*cpuSlack/],
    [
      'no quantity',
      'requests: {cpu: much}\nvariants: [{name: a}]',
      /requests\.cpu: must be a quantity such as 500m/,
    ],
    ['a name twice', 'variants: [{name: a}, {name: a}]', /variants\[1\]\.name: "a" is there twice/],
    [
      'a bound that is no quantity',
      'variants: [{name: a, resourcePolicy: {containerPolicies: [{containerName: "*", maxAllowed: {cpu: much}}]}}]',
      /variant "a": .*containerPolicies\[0\]\.maxAllowed/,
    ],
    [
      'a recommender that does not serve',
      'variants: [{name: a, recommender: adaptive, settings: {PLUMBLINE_RECOMMENDERS: ","}}]',
      /variant "a": no recommender "adaptive" serves under these settings/,
    ],
    [
      'a limit below the request',
      'requests: {cpu: 2}\nlimits: {cpu: 1}\nvariants: [{name: a}]',
      /limits\.cpu of traces\/cart is 1000, below its request of 2000/,
    ],
    ['nothing left to count', 'learn: 9d\nvariants: [{name: a}]', /learn: the longest recording lasts/],
    [
      'an unknown workload',
      'workloads: {traces/till: {replicas: 1}}\nvariants: [{name: a}]',
      /traces\/till.*traces\/cart/,
    ],
  ];
  it.each(faults)('ends with 2 and names the field: %s', async (name, content, message) => {
    const { status, stderr } = await backtest('--traces', cart, '--variants', file(`${name}.yaml`, content));
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
    expect(status).toBe(2);
  });

  it('gives up after the time it is given, and commands no terminal by what files hold', async () => {
    const variants = file('late.yaml', 'variants: [{name: a}]');
    const late = await backtest('--traces', cart, '--variants', variants, '--timeout', '1ms');
    expect(late).toMatchObject({ status: 2, stderr: expect.stringContaining('allow more with --timeout') });
    const never = await backtest('--traces', cart, '--variants', variants, '--timeout', 'soon');
    expect(never).toMatchObject({ status: 2, stderr: expect.stringContaining('--timeout "soon" must be') });

    const hostile = mkdtempSync(path.join(folder, 'hostile-'));
    writeFileSync(path.join(hostile, 'a.csv'), 'ts,value\n\u001b]0;mine\u0007\u202e,1\n');
    const { status, stderr } = await backtest('--traces', hostile, '--variants', variants);
    expect(status).toBe(2);
    expect(stderr).toContain('a.csv, line 2');
    const named = traces('b\u001b[2J', () => `0.2,${5e8}`);
    const shown = file('shown.yaml', 'variants: [{name: "a\\e[2J\\u202e"}]');
    const told = await backtest('--traces', named, '--variants', shown);
    expect(told.status).toBe(0);
    for (const text of [stderr, told.stdout, told.stderr])
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('says which flag or file is missing', async () => {
    const variants = file('one.yaml', 'variants: [{name: a}]');
    const ended = await Promise.all([
      backtest('--variants', variants),
      backtest('--traces', '/nowhere/at/all', '--variants', variants),
      backtest('--traces', cart, '--variants', '/nowhere/at/all'),
    ]);
    expect(ended.map(({ status }) => status)).toEqual([2, 2, 2]);
    expect(ended.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      '--traces is missing',
      'Trace folder /nowhere/at/all cannot be read',
      expect.stringMatching(/^\/nowhere\/at\/all cannot be read/),
    ]);
  });
});
