import { describe, expect, it } from 'vitest';
import { Reach } from '@/server/access';
import type { ContainerView, ResourceView, WorkloadSummary } from '../../recommender/views';
import { listOf } from './list';
import type { ListQuery } from './list-query';
import { searchList } from './search';
import { OverviewSum } from './totals';
import { listedWorkload, WORKLOAD_LIST_SPEC } from './workload-list';

const at = (request: number, target: number): ResourceView => ({
  request: { min: request, max: request },
  target,
  lowerBound: target / 2,
  upperBound: target * 2,
  usage: { mean: target, max: target, atMs: 0 },
});
const container = (cpu: ResourceView, change: Partial<ContainerView> = {}): ContainerView => ({
  name: 'app',
  off: false,
  cpu,
  memory: {},
  confidence: 1,
  samples: 0,
  ...change,
});
const workload = (name: string, change: Partial<WorkloadSummary> = {}): WorkloadSummary => ({
  namespace: 'shop',
  name,
  target: { kind: 'Deployment', name: `${name}-deploy` },
  updateMode: 'Recreate',
  recommender: 'default',
  pods: 2,
  state: { kind: 'recommended' },
  conditions: [],
  containers: [container(at(100, 100))],
  ...change,
});

const WORKLOADS = [
  workload('api', { namespace: 'bank', updateMode: 'Off', containers: [container(at(900, 100))] }),
  workload('cart', {
    recommender: 'window',
    keptBy: 'team',
    containers: [container(at(10, 100), { confidence: 3 })],
  }),
  workload('web', { containers: [container(at(110, 100)), container(at(90, 100), { name: 'proxy' })] }),
  workload('young', { state: { kind: 'none', reason: 'no-samples-yet' }, containers: [] }),
];
const ROWS = WORKLOADS.map(listedWorkload);

function listed(change: Partial<ListQuery> = {}) {
  const query = { filters: {}, sort: 'namespace', descending: false, page: 1, reach: Reach.all, ...change };
  return listOf(ROWS, WORKLOAD_LIST_SPEC, query);
}
const names = (change: Partial<ListQuery>) => listed(change).rows.map(({ row }) => row.row.name);

describe('the list of workloads', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['a namespace', { namespace: 'bank' }, ['api']],
    ['a mode', { mode: 'Off' }, ['api']],
    ['a recommender', { recommender: 'window' }, ['cart']],
    ['a policy', { policy: 'team' }, ['cart']],
    ['a state', { state: 'short' }, ['cart']],
    ['having no recommendation', { state: 'none' }, ['young']],
    ['words of name, target and containers', { q: 'SHOP proxy' }, ['web']],
    ['several at once', { q: 'deploy', state: 'within' }, ['web']],
  ])('is filtered by %s', (_, filters, expected) => {
    expect(names({ filters })).toEqual(expected);
  });

  it.each([
    ['workload', false, ['api', 'cart', 'web', 'young']],
    ['cpu', true, ['api', 'web', 'cart', 'young']],
    ['confidence', true, ['cart', 'api', 'web', 'young']],
    ['risk', false, ['cart', 'api', 'young', 'web']],
  ] as const)('is sorted by %s, descending: %s', (sort, descending, expected) => {
    expect(names({ sort, descending })).toEqual(expected);
  });

  it('counts modes, recommenders, policies and states', () => {
    expect(listed().tallies).toEqual({
      mode: { Off: 1, Recreate: 3 },
      recommender: { default: 3, window: 1 },
      policy: { team: 1 },
      state: { none: 1, over: 1, short: 1, within: 1 },
    });
  });
});

describe('the search for a workload', () => {
  const found = (words: string, limit = 8) => {
    const query = { filters: {}, sort: 'fit', descending: false, page: 1, reach: Reach.all };
    const { rows, matching } = listOf(ROWS, searchList(words, limit), query);
    return [matching, ...rows.map(({ row }) => row.row.name)];
  };

  it.each<[string, number, (string | number)[]]>([
    ['web', 8, [1, 'web']],
    ['a', 2, [3, 'api', 'cart']],
    ['shop/ca', 8, [1, 'cart']],
    ['deploy bank', 8, [1, 'api']],
    ['', 2, [4, 'api', 'cart']],
    ['gossip', 8, [0]],
  ])('for %j, %d at most, finds %j', (words, limit, expected) => {
    expect(found(words, limit)).toEqual(expected);
  });
});

describe('the totals of the cluster', () => {
  it('do not let an excess in one container hide a shortage in another', () => {
    const sum = new OverviewSum();
    for (const row of ROWS) sum.add(row);
    const { cpu, memory, standings } = sum.result();
    expect(cpu).toEqual({
      requested: 2 * (900 + 10 + 110 + 90),
      recommended: 2 * 400,
      kept: 2 * (100 + 10 + 100 + 90),
      over: 2 * (800 + 10),
      short: 2 * (90 + 10),
      used: 2 * 400,
      usedMs: 0,
      overWorkloads: 2,
      shortWorkloads: 2,
      leftOut: { noRequest: 0, noTarget: 0 },
    });
    expect(memory.leftOut).toEqual({ noRequest: 0, noTarget: 4 });
    expect(standings).toEqual({
      refused: 0,
      'oom-killed': 0,
      pending: 0,
      capped: 0,
      short: 1,
      unstated: 0,
      over: 1,
      early: 0,
      none: 1,
      within: 1,
    });
  });

  const totalsOf = (...summaries: WorkloadSummary[]) => {
    const sum = new OverviewSum();
    for (const summary of summaries) sum.add(listedWorkload(summary));
    return sum.result().cpu;
  };

  it('count the containers that they leave out', () => {
    const { leftOut, requested } = totalsOf(
      workload('mailer', { containers: [container({ target: 50 }), container({ target: 50 })] }),
      workload('young', { containers: [container({ request: { min: 100, max: 100 } })] }),
    );
    expect([leftOut, requested]).toEqual([{ noRequest: 2, noTarget: 1 }, 0]);
  });

  it('stay the same while the jobs of a CronJob come and go', () => {
    const nightly = (pods: number) =>
      workload('nightly', {
        pods,
        podsOfRun: 2,
        containers: [container({ ...at(500, 977), usage: undefined })],
      });
    const between = totalsOf(nightly(0));
    expect(between).toMatchObject({ requested: 1000, recommended: 2 * 977 });
    expect(totalsOf(nightly(1))).toEqual(between);
    expect(totalsOf(nightly(3))).toEqual(between);
  });
});
