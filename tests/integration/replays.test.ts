import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import type { AuditView } from '@/server/contract/audit';
import type { ReplayChartView, ReplaysView, ReplayView } from '@/server/contract/replays';
import { GET as getAudit } from '@/server/host/api/audit/route';
import { POST as cancelReplay } from '@/server/host/api/replays/[id]/cancel/route';
import { GET as exportReplay } from '@/server/host/api/replays/[id]/export/route';
import { GET as getReplay } from '@/server/host/api/replays/[id]/route';
import { GET as getChart } from '@/server/host/api/replays/[id]/workloads/[namespace]/[name]/route';
import { POST as previewReplay } from '@/server/host/api/replays/preview/route';
import { GET as listReplays, POST as startReplay } from '@/server/host/api/replays/route';
import { type Runtime, withdrawRuntime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import type { ErrorBody } from '@/server/lib/report/errors';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { Series } from '@/server/store';
import { databaseUrl } from '@/server/store/database-url';
import { openDatabase } from '@/server/store/open-database';
import { START_MS } from '../support/api-cluster';
import { listedWorkloads } from '../support/listed';
import { LONG_PATIENCE, LONGEST_TEST_MS, PATIENCE } from '../support/patience';
import { until } from '../support/until';

const DAY_MS = 86_400_000;
const URL = 'http://localhost/api/replays';

let folder: string;
let running: Runtime;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
  const config = defaultConfig({
    sandbox: true,
    sandboxScenario: 'small-shop',
    sandboxPastMs: 8 * DAY_MS,
    admissionPort: 0,
    dataDir: folder,
    prices: { currency: 'USD', base: { cpu: 0.03, memory: 0.004 }, rules: [], spot: [] },
  });
  running = await startRuntime(config, { clock: new ManualClock(START_MS), log: silentLogger });
  await until('workloads', async () => (await listedWorkloads(running)).length > 0);
  await until('a past', async () => (await pastOf('shop', 'storefront')) > 2000);
});
afterAll(async () => {
  await running?.stop();
  withdrawRuntime();
  rmSync(folder, { recursive: true, force: true });
});

async function pastOf(namespace: string, name: string): Promise<number> {
  const found = (await listedWorkloads(running)).find(
    (one) => one.namespace === namespace && one.name === name,
  );
  const container = found?.containers[0]?.name ?? '';
  const span = { fromMs: START_MS - 8 * DAY_MS, toMs: START_MS };
  const { points } = await running.series.past({ namespace, vpa: name, container }, span, 10_000);
  return points.length;
}

type Params = Record<string, string>;

async function asked<T>(
  handler: unknown,
  params: Params,
  query = '',
  body?: unknown,
): Promise<{ status: number; body: T }> {
  const call = handler as (request: Request, params: Params) => Promise<Response>;
  const request = new Request(
    `${URL}${query}`,
    body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
  );
  const response = await call(request, params);
  const text = await response.text();
  return {
    status: response.status,
    body: (response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T,
  };
}

async function started(body: object): Promise<ReplayView> {
  const answer = await asked<ReplayView>(startReplay, {}, '', body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
}

async function ended(id: string): Promise<ReplayView> {
  let view: ReplayView | undefined;
  await expect
    .poll(async () => {
      view = (await asked<ReplayView>(getReplay, { id })).body;
      return view.state;
    }, LONG_PATIENCE)
    .not.toMatch(/waiting|running/);
  if (!view) throw new Error('there was no answer');
  return view;
}

const ONE = { scope: { kind: 'vpa', namespace: 'shop', name: 'storefront' }, days: 1 } as const;
const AS_NOW = { name: 'as now' };

describe('the record', () => {
  it('has a replay that somebody asked for, and none that a page began by itself to show a change', async () => {
    const replays = async () =>
      (await asked<AuditView>(getAudit, {}, '?kind=change&limit=100')).body.entries.filter(
        (entry) => entry.kind === 'change' && entry.change === 'replay',
      ).length;
    const before = await replays();
    const { body: looked } = await asked<ReplayView>(previewReplay, {}, '', { ...ONE, variants: [AS_NOW] });
    const wanted = await started({ ...ONE, variants: [AS_NOW] });
    for (const { id } of [looked, wanted]) expect(await ended(id)).toMatchObject({ state: 'done' });
    await until('the record has one more', async () => (await replays()) === before + 1);
    expect(looked.who).toBe(wanted.who);
  });
});

describe('a replay of one workload', () => {
  it('says how many OOM kills there really were in its time', async () => {
    const key = { namespace: 'shop', vpa: 'storefront' };
    const [found] = (await listedWorkloads(running)).filter(({ name }) => name === 'storefront');
    const container = found?.containers[0]?.name ?? '';
    const happened = (kind: 'oom' | 'restart', atMs: number) =>
      (running.series as Series).addHappening({
        ...key,
        atMs,
        kind,
        container,
        pod: 'storefront-1',
        detail: '',
      });
    happened('oom', START_MS - DAY_MS / 4);
    happened('oom', START_MS - DAY_MS / 2);
    happened('restart', START_MS - DAY_MS / 2);
    happened('oom', START_MS - 1.9 * DAY_MS);
    const begun = await started({ ...ONE, variants: [AS_NOW] });
    const { outcome } = await ended(begun.id);
    expect(outcome?.reallyKilled).toBe(2);
    expect(outcome?.variants[0]?.summary.oomKills?.total).toEqual(expect.any(Number));
    const { body } = await asked<string>(exportReplay, { id: begun.id }, '?format=md');
    expect(body).toMatch(/\nReally 2 OOM kills in this time; the replay: as now \d+\.\n/);
  });

  it('compares policies on the last days, with a chart, and is kept', async () => {
    const adaptive = { name: 'adaptive', recommender: 'adaptive', updateMode: 'Recreate' };
    const begun = await started({ ...ONE, days: 7, variants: [AS_NOW, adaptive] });
    expect(begun).toMatchObject({ state: expect.stringMatching(/waiting|running/), who: 'local', total: 2 });
    const { state, outcome, done } = await ended(begun.id);
    expect({ state, done }).toEqual({ state: 'done', done: 2 });
    expect(outcome?.variants.map(({ name }) => name)).toEqual(['as now', 'adaptive']);
    expect(outcome?.workloads).toEqual(['shop/storefront']);
    expect((outcome?.toMs ?? 0) - (outcome?.fromMs ?? 0)).toBe(7 * DAY_MS);
    for (const { summary } of outcome?.variants ?? []) expect(summary.coreHours?.total).toBeGreaterThan(0);

    const { body: chart } = await chartOf(begun.id, 'storefront');
    expect(chart.steps * chart.stepMs).toBe(7.5 * DAY_MS);
    const [container] = chart.containers;
    expect(container?.cpu.mean).toHaveLength(chart.steps);
    expect(container?.cpu.mean.some((value) => value !== null && value > 0)).toBe(true);
    expect(chart.variants.map(({ containers }) => containers[0]?.cpu[0]?.request)).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
    const { body: list } = await asked<ReplaysView>(
      listReplays,
      {},
      '?namespace=shop&state=done&q=storefront',
    );
    expect(list.rows.map(({ id }) => id)).toContain(begun.id);
    expect(list).toMatchObject({ isInMemory: false });
  });

  it('tries an edit of the policy form against the policy as saved', async () => {
    const containerPolicies = [{ containerName: '*', minAllowed: { cpu: '3' } }];
    const edit = { name: 'edit', updateMode: 'Recreate', edit: { containerPolicies } };
    const { outcome } = await ended((await started({ ...ONE, variants: [AS_NOW, edit] })).id);
    const [now, then] = outcome?.variants.map(({ summary }) => summary.coreHours?.total ?? 0) ?? [];
    expect(then).toBeGreaterThan((now ?? 0) * 2);
  });

  it('suggests the cheapest policy within the limits, with what it was compared to', async () => {
    const { outcome, state } = await ended((await started({ ...ONE, suggest: {} })).id);
    expect(state).toBe('done');
    expect(outcome?.proposal).toMatchObject({ limits: { oomsADay: 0 }, tried: expect.any(Number) });
    expect(outcome?.variants[0]?.name).toBe('as now');
    const { variant, yaml = '' } = outcome?.proposal ?? {};
    if (variant) {
      const [cost, proposed] = ['as now', variant.name].map(
        (name) => outcome?.variants.find((one) => one.name === name)?.summary.cost?.total ?? Number.NaN,
      );
      if (outcome?.proposal?.isCurrentWithin) expect(proposed).toBeLessThan(cost ?? 0);
      expect(yaml).toContain(`name: ${variant.recommender}`);
    }
  });

  it('says how much usage is kept if that is too little', async () => {
    const scope = { kind: 'vpa', namespace: 'shop', name: 'invoices' };
    const { state, failure } = await ended((await started({ ...ONE, scope, variants: [AS_NOW] })).id);
    expect(state).toBe('failed');
    expect(failure).toMatchObject({
      isTooLittle: true,
      message: expect.stringMatching(/a replay needs 2 h/),
    });
  });
});

describe('a replay of a namespace or the cluster', { timeout: LONGEST_TEST_MS }, () => {
  it('sums up, names what is left out and why, and has figures of each workload', async () => {
    const { id } = await started({
      scope: { kind: 'all' },
      days: 1,
      variants: [AS_NOW, { name: 'adaptive', recommender: 'adaptive' }],
    });
    const { outcome, state } = await ended(id);
    expect(state).toBe('done');
    expect(outcome?.leftOut).toEqual([{ workload: 'shop/invoices', why: expect.stringContaining('kept') }]);
    expect(outcome?.workloads).toContain('platform/log-agent');
    expect(outcome?.variants[0]?.summary.coreHours?.worst.length).toBe(outcome?.workloads.length);
    expect(await asked(exportReplay, { id }, '?format=xlsx')).toMatchObject({ status: 400 });
    const { body: csv } = await asked<string>(exportReplay, { id }, '?format=csv');
    expect(csv.trim().split('\r\n')).toHaveLength(1 + 2 * (outcome?.workloads.length ?? 0));
    const { body: json } = await asked<{ figures: unknown[] }>(exportReplay, { id }, '?format=json');
    expect(json.figures).toHaveLength(outcome?.workloads.length ?? 0);
    const { body: markdown } = await asked<string>(exportReplay, { id }, '?format=md');
    expect(markdown).toContain('|  | as now | adaptive |');
  });

  it('is cancelled at once, twice without harm, and those that wait come next', async () => {
    const body = {
      scope: { kind: 'all' },
      days: 30,
      variants: [AS_NOW, { name: 'b', recommender: 'adaptive' }],
    };
    const [first, second] = [await started(body), await started({ ...ONE, variants: [AS_NOW] })];
    for (let times = 0; times < 2; times++) {
      const { status, body: view } = await asked<ReplayView>(cancelReplay, { id: first.id }, '', {});
      expect({ status, state: view.state }).toEqual({ status: 200, state: 'cancelled' });
    }
    expect((await ended(second.id)).state).toBe('done');
    expect((await ended(first.id)).state).toBe('cancelled');
    expect((await asked<ReplayView>(cancelReplay, { id: second.id }, '', {})).body.state).toBe('done');
  });

  it('is cancelled by another process on the same database, even while it waits', async () => {
    const first = await started({ scope: { kind: 'all' }, days: 1, variants: [AS_NOW] });
    // It does not end before the last is cancelled.
    const working = await until('the working process', () => childOf(process.pid));
    process.kill(working, 'SIGSTOP');
    const last = await started({ ...ONE, variants: [AS_NOW] });
    const other = await openDatabase(databaseUrl(running.config, { isEmbedded: true }));
    const record = await until('its record', () => other.replays.get(last.id));
    await other.replays.put({ ...record, state: 'cancelled' });
    await other.audit.close();
    await expect
      .poll(async () => (await asked<ReplayView>(getReplay, { id: last.id })).body.state, {
        ...PATIENCE,
      })
      .toBe('cancelled');
    process.kill(working, 'SIGCONT');
    expect((await ended(first.id)).state).toBe('done');
  });

  it('fails in words if its process is killed, and the next one works', async () => {
    const { id } = await started({
      scope: { kind: 'all' },
      days: 30,
      variants: [AS_NOW, { name: 'b', recommender: 'adaptive' }],
    });
    // The process may be there from an earlier replay, and this one may not have reached it.
    await until('its end', async () => {
      const pid = childOf(process.pid);
      if (pid) process.kill(pid, 'SIGKILL');
      return !/waiting|running/.test((await asked<ReplayView>(getReplay, { id })).body.state);
    });
    const { state, failure } = await ended(id);
    expect({ state, failure }).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringContaining('SIGKILL') },
    });
    expect((await ended((await started({ ...ONE, variants: [AS_NOW] })).id)).state).toBe('done');
  });

  it('takes no more than may wait', async () => {
    const ids: string[] = [];
    const body = { scope: { kind: 'all' }, days: 30, variants: [AS_NOW] };
    let refused: { status: number; body: ErrorBody } | undefined;
    for (let times = 0; times < 12 && !refused; times++) {
      const { status, body: answer } = await asked<ReplayView & ErrorBody>(startReplay, {}, '', body);
      if (status === 200) ids.push(answer.id);
      else refused = { status, body: answer };
    }
    expect(refused).toMatchObject({ status: 429, body: { code: 'busy' } });
    for (const id of ids) await asked(cancelReplay, { id }, '', {});
    for (const id of ids) expect((await ended(id)).state).toMatch(/cancelled|done/);
  });
});

describe('a request that cannot be carried out', () => {
  const variants = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `v${index}` }));
  it.each<[string, unknown, number, string]>([
    [
      'an unknown workload',
      { ...ONE, scope: { ...ONE.scope, name: 'nothing' }, variants: [AS_NOW] },
      404,
      'nothing',
    ],
    [
      'a namespace without VPAs',
      { ...ONE, scope: { kind: 'namespace', namespace: 'void' }, variants: [AS_NOW] },
      404,
      'void',
    ],
    ['no day', { ...ONE, days: 0, variants: [AS_NOW] }, 422, 'days: must be one of 1, 7, 30'],
    ['ten years', { ...ONE, days: 3650, variants: [AS_NOW] }, 422, 'days: must be one of 1, 7, 30'],
    ['no variant', { ...ONE, variants: [] }, 422, 'variants: must have at least one'],
    ['10,000 variants', { ...ONE, variants: variants(10_000) }, 422, 'variants: must have at most 8'],
    ['a name twice', { ...ONE, variants: [AS_NOW, AS_NOW] }, 422, 'is there twice'],
    ['a name of two lines', { ...ONE, variants: [{ name: 'a\nb' }] }, 422, 'must be one line'],
    [
      'an unknown recommender',
      { ...ONE, variants: [{ name: 'x', recommender: 'constructor' }] },
      422,
      'must be one of default',
    ],
    ['an unknown parameter', { ...ONE, variants: [{ name: 'x', parameters: { hodl: 1 } }] }, 422, 'hodl'],
    [
      'a polluted prototype',
      `{"scope":{"kind":"all"},"days":1,"variants":[{"name":"x","__proto__":{"edit":{}},"parameters":{"__proto__":{"marginFraction":9}}}]}`,
      422,
      'variants.0',
    ],
    [
      'an edit of a whole namespace',
      {
        ...ONE,
        scope: { kind: 'namespace', namespace: 'shop' },
        variants: [{ name: 'x', edit: { updateMode: 'Off' } }],
      },
      422,
      'edit: is for one workload',
    ],
    [
      'a search in the whole cluster',
      { ...ONE, scope: { kind: 'all' }, suggest: {} },
      422,
      'suggest: is for one workload',
    ],
    [
      'bounds the wrong way round',
      {
        ...ONE,
        variants: [
          {
            name: 'x',
            edit: {
              containerPolicies: [{ containerName: '*', minAllowed: { cpu: '2' }, maxAllowed: { cpu: '1' } }],
            },
          },
        ],
      },
      422,
      'variants.0',
    ],
    [
      'more than is worth keeping',
      {
        ...ONE,
        variants: [
          {
            name: 'x',
            edit: { containerPolicies: Array(2000).fill({ containerName: 'a-long-name-of-a-container' }) },
          },
        ],
      },
      422,
      'variants: must have at most 50000 characters',
    ],
    ['a field of no replay', { ...ONE, variants: [AS_NOW], until: 'now' }, 422, 'until'],
    ['no JSON', '{"scope', 400, 'not JSON'],
  ])('is refused with the field: %s', async (_, body, status, words) => {
    const request = new Request(URL, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const answer = await startReplay(request, {});
    const { message } = (await answer.json()) as ErrorBody;
    expect(answer.status, message).toBe(status);
    expect(message).toContain(words);
  });

  it('is refused if it asks for a replay, a chart or a format that is not there', async () => {
    const id = '../../etc/passwd';
    expect(await asked(getReplay, { id })).toMatchObject({ status: 404 });
    expect(await asked(cancelReplay, { id }, '', {})).toMatchObject({ status: 404 });
    expect(await asked(exportReplay, { id }, '?format=csv')).toMatchObject({ status: 404 });
    expect(await asked(getChart, { id, namespace: 'shop', name: 'storefront' })).toMatchObject({
      status: 404,
    });
    expect(await asked(listReplays, {}, '?state=lost')).toMatchObject({ status: 400 });
  });
});

function chartOf(id: string, name: string) {
  return asked<ReplayChartView>(getChart, { id, namespace: 'shop', name });
}

/** The process that replays, as the system lists it. */
function childOf(parent: number): number | undefined {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
  return children
    .map(Number)
    .find((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server-replay-child'));
}
