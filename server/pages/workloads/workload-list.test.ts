import { describe, expect, it } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import type { ContainerView, ResourceView, WorkloadSummary } from '../../contract/recommendations';
import { noCost } from '../../decide/new/workload-cost';
import type { Cost } from '../../decide/pods/money/cost';
import { listOf } from '../list';
import type { ListQuery } from '../list-query';
import { sumsOf } from '../overview/namespace-sum';
import { searchList } from '../search';
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
    recommender: 'adaptive',
    keptBy: 'team',
    containers: [container(at(10, 100), { confidence: 3 })],
  }),
  workload('web', { containers: [container(at(110, 100)), container(at(90, 100), { name: 'proxy' })] }),
  workload('young', { state: { kind: 'none', reason: 'no-samples-yet' }, containers: [] }),
];
const ROWS = WORKLOADS.map((summary) => listedWorkload(summary));

function listed(change: Partial<ListQuery> = {}) {
  const query = {
    filters: {},
    sort: 'namespace',
    descending: false,
    page: 1,
    reach: VisibleNamespaces.all,
    ...change,
  };
  return listOf(ROWS, WORKLOAD_LIST_SPEC, query);
}
const names = (change: Partial<ListQuery>) => listed(change).rows.map(({ row }) => row.row.name);

describe('the list of workloads', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['a namespace', { namespace: 'bank' }, ['api']],
    ['a mode', { mode: 'Off' }, ['api']],
    ['a recommender', { recommender: 'adaptive' }, ['cart']],
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
      recommender: { default: 3, adaptive: 1 },
      policy: { team: 1 },
      state: { none: 1, over: 1, short: 1, within: 1 },
    });
  });
});

describe('the search for a workload', () => {
  const found = (words: string, limit = 8) => {
    const query = { filters: {}, sort: 'fit', descending: false, page: 1, reach: VisibleNamespaces.all };
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

const cost = (saving: number, growth: number, change: Partial<Cost['missing']> = {}): Cost => {
  const { amounts, pods, missing, ...rest } = noCost(false);
  return {
    ...rest,
    amounts: {
      ...amounts,
      requests: { cpu: 1000, memory: 0 },
      use: { cpu: 300, memory: 0 },
      target: { cpu: 1000 - saving + growth, memory: 0 },
      saving: { cpu: saving, memory: 0 },
      growth: { cpu: growth, memory: 0 },
    },
    pods: { ...pods, counted: 2, waiting: 1 },
    missing: { ...missing, ...change },
  };
};

describe('the totals of the cluster', () => {
  const totalsOf = (...costs: (Cost | undefined)[]) => {
    const sum = new OverviewSum();
    for (const [index, one] of costs.entries()) sum.add(listedWorkload(workload(`web-${index}`), one));
    return sum.result();
  };

  it('add up what workloads cost, and never let an excess hide a shortage', () => {
    const { cpu, standings } = totalsOf(cost(800, 0), cost(10, 90), cost(0, 0));
    expect(cpu).toEqual({
      requested: 3000,
      recommended: 2280,
      kept: 2190,
      over: 810,
      short: 90,
      used: 900,
      usedMs: 0,
      overWorkloads: 2,
      shortWorkloads: 1,
      missing: { request: 0, target: 0, use: 0 },
      leftOut: { waiting: 3, vpas: 0 },
    });
    expect(standings.within).toBe(3);
  });

  it('count the containers of which something is not known, and VPAs without a cost', () => {
    const { cpu, memory } = totalsOf(cost(0, 0, { request: { cpu: 2, memory: 1 } }), undefined);
    expect([cpu.missing.request, memory.missing.request, cpu.leftOut.vpas]).toEqual([2, 1, 1]);
  });
});

describe('the waste of a workload', () => {
  const wasteful = { containers: [container(at(900, 100))] };

  it('is what the sums have as to free, whatever else could be reckoned', () => {
    const { row, shares } = listedWorkload(workload('web', wasteful), cost(381, 0));
    expect([row.waste.cpu, shares.cpu.over]).toEqual([381, 381]);
  });

  it('is that of a run between the runs of a CronJob, which no sum counts', () => {
    const { pods, ...rest } = cost(0, 0);
    const between = { ...rest, pods: { ...pods, counted: 0 } };
    const listed = listedWorkload(workload('nightly', { ...wasteful, pods: 0, podsOfRun: 3 }), between);
    expect([listed.row.waste.cpu, listed.freeCores]).toEqual([2400, 0]);
  });
});

describe('those that waste most', () => {
  it('are as many as the sums count', () => {
    const rows = [cost(800, 0), cost(0, 90), undefined].map((one, index) =>
      listedWorkload(workload(`web-${index}`, { containers: [container(at(900, 100))] }), one),
    );
    const sums = sumsOf(rows);
    let made = sums.next();
    while (!made.done) made = sums.next();
    const { overview, wasteful } = made.value.whole;
    expect(overview.cpu.overWorkloads).toBe(1);
    expect(wasteful.list.map(({ row }) => row.name)).toEqual(['web-0']);
  });
});
