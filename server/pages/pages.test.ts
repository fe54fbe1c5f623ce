import { beforeEach, describe, expect, it, vi } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import { asking } from '@/tests/support/asking';
import { PATIENCE } from '@/tests/support/patience';
import { podPlan, vpaPlan, waitingPod } from '@/tests/support/plans';
import type { WorkloadSummary } from '../contract/recommendations';
import { noCost, type WorkloadCost } from '../decide/new/workload-cost';
import { ProblemBoard } from '../kube/problems';
import { silentLogger } from '../lib/report/log';
import { ManualClock } from '../lib/time/clock';
import type { UpdaterHandle } from '../updater';
import type { Planned } from '../updater/shown-plan';
import { Pages } from '.';

const summary = (name: string, change: Partial<WorkloadSummary> = {}): WorkloadSummary => ({
  namespace: 'shop',
  name,
  target: { kind: 'Deployment', name },
  updateMode: 'Recreate',
  recommender: 'default',
  pods: 1,
  state: { kind: 'recommended' },
  conditions: [],
  containers: [],
  refused: { message: 'exceeded quota', sinceMs: 1 },
  ...change,
});
const NEVER = {
  code: 'budget-never-allows',
  budget: 'web',
  rule: 'minAvailable: 1',
  healthy: 1,
  desired: 1,
  expected: 1,
} as const;
const held = (name: string) => vpaPlan(name, [waitingPod(`${name}-0`, undefined, { reasons: [NEVER] })]);

let clock: ManualClock;
let board: ProblemBoard;
let summaries: WorkloadSummary[];
let planned: Planned;
let revision: number;
let costs: Record<string, WorkloadCost>;
let pages: Pages;

/** What the last passes left. */
const source = { isFilled: true, refresh: () => undefined };
const recommender = {
  summaries: {
    ...source,
    list: () => summaries,
    get revision() {
      return revision;
    },
  },
};
const updater = {
  shown: {
    ...source,
    get latest() {
      return planned;
    },
    get revision() {
      return revision;
    },
  },
} as Pick<UpdaterHandle, 'shown' | 'state' | 'lease'>;

beforeEach(() => {
  clock = new ManualClock(0);
  board = new ProblemBoard(clock, silentLogger);
  summaries = [summary('good')];
  planned = { plan: { atMs: 0, vpas: [held('good')], faults: [] }, workloads: [], faults: [] };
  revision = 0;
  costs = {};
  const costing = {
    ...recommender,
    costOf: (_: string, name: string) => costs[name],
    podChangesOf: () => [],
  };
  const series = { pastOf: async () => undefined };
  const handles = { recommender: costing, updater };
  // However busy the machine is, answers wait for what is judged.
  const patient = new ManualClock(0);
  const parts = { config: { prices: undefined }, handles, series, clock, problems: board };
  pages = new Pages(parts, patient);
});

const asked = asking();
const workloads = async () => (await pages.workloads(asked)).rows.map(({ name }) => name);
const plan = async () => {
  const updater = {
    shown: pages['parts' as never]['handles' as never]['updater' as never]['shown' as never],
  };
  return (await pages.plan(updater as never, asked)).rows.map(({ name }) => name);
};
const needy = async () =>
  (await pages.inbox.list(asked)).rows.flatMap(({ items }) => items.flatMap(({ vpa }) => vpa ?? []));
const itemsOf = (name: string) => pages.inbox.ofVpa('shop', name);
const named = () => board.list().map(({ code, about }) => `${code} ${about}`);

/** A value of the right type that cannot be read. */
const unreadable = (name: string) => summary(name, { containers: null as unknown as [] });

describe('a workload that cannot be judged', () => {
  it('costs the list of workloads only its own row, and is reported until it can be', async () => {
    summaries = [unreadable('bad'), summary('good')];
    expect(await workloads()).toEqual(['good']);
    expect((await pages.search(asking('q=o'))).found.map(({ name }) => name)).toEqual(['good']);
    expect(await pages.namespaces(asked)).toEqual({
      isWhole: true,
      namespaces: [{ name: 'shop', vpas: 1, off: 0 }],
      withoutVpas: [],
    });
    expect(named()).toEqual(['object-unusable VerticalPodAutoscaler shop/bad']);
    summaries = [summary('bad'), summary('good')];
    revision++;
    // An answer that takes long may be that of a moment ago.
    await vi.waitFor(async () => expect((await workloads()).sort()).toEqual(['bad', 'good']), PATIENCE);
    expect(named()).toEqual([]);
  });

  it('costs the plan only its own row, and is reported until it can be', async () => {
    const bad = { ...held('bad'), pods: [podPlan('bad-0', { reasons: null as unknown as [] })] };
    planned = { ...planned, plan: { ...planned.plan, vpas: [bad, held('good')] } };
    expect(await plan()).toEqual(['good']);
    expect(named()).toEqual(['object-unusable VerticalPodAutoscaler shop/bad']);
    planned = { ...planned, plan: { ...planned.plan, vpas: [held('bad'), held('good')] } };
    revision++;
    await vi.waitFor(async () => expect((await plan()).sort()).toEqual(['bad', 'good']), PATIENCE);
    expect(named()).toEqual([]);
  });

  it('does not hide what another needs', async () => {
    summaries = [unreadable('bad'), summary('good')];
    expect(new Set(await needy())).toEqual(new Set(['bad', 'good']));
    expect(named()).toContain('object-unusable VerticalPodAutoscaler shop/bad');
    expect((await itemsOf('good')).map(({ code }) => code)).toEqual(['pods-refused', 'budget-never-allows']);
  });
});

describe('the answers for pages', () => {
  it('say when a need was first seen only if it was not there before, whenever somebody first looks', async () => {
    const began = async () =>
      (await itemsOf('good')).map(({ code, sinceMs, firstSeenMs }) => ({
        code,
        sinceMs,
        firstSeenMs,
      }));
    const expected = [
      { code: 'pods-refused', sinceMs: 1, firstSeenMs: undefined },
      { code: 'budget-never-allows', sinceMs: undefined, firstSeenMs: undefined },
    ];
    await clock.advance(5_000);
    expect(await began()).toEqual(expected);
    await clock.advance(60_000);
    revision++;
    expect(await began()).toEqual(expected);
    const plan = planned;
    planned = { ...planned, plan: { ...planned.plan, vpas: [] } };
    revision++;
    expect(await began()).toHaveLength(1);
    await clock.advance(60_000);
    planned = { ...plan };
    revision++;
    const [, seen] = await began();
    expect(seen?.firstSeenMs).toBe(125_000);
  });

  it('count what waits for a person as the list of it does at that moment', async () => {
    const changes = [{ container: 'app', resource: 'cpu', from: 100, to: 200 }] as const;
    const pod = waitingPod('good-0', undefined, { reasons: [{ code: 'awaits-approval', changes }] });
    const vpa = { namespace: 'shop', name: 'good', vpa: { metadata: {} } };
    const workloads = [{ vpa, approvals: { decisions: [] } }] as never;
    planned = { ...planned, plan: { ...planned.plan, vpas: [vpaPlan('good', [pod])] }, workloads };
    revision++;
    expect(await pages.counts(VisibleNamespaces.all)).toMatchObject({ awaiting: 1 });
  });

  it('count what is broken, what waits and what could be better alike for every page and command', async () => {
    const cpu = { request: { min: 400, max: 400 }, target: 100, lowerBound: 90, upperBound: 110 };
    const containers = [{ name: 'app', off: false, cpu, memory: {}, confidence: 1, samples: 1 }];
    summaries = [summary('good'), { ...summary('large'), refused: undefined, containers }];
    board.by('test').report('policy-invalid', 'VerticalScalingPolicy team', 'mode');
    revision++;
    const counts = { broken: 1, waits: 1, better: 1 };
    const { tallies } = await pages.inbox.list(asked);
    expect(tallies.urgency).toEqual(counts);
    expect(await pages.counts(VisibleNamespaces.all)).toMatchObject({ urgencies: counts });
    expect((await itemsOf('large')).map(({ code }) => code)).toEqual(['requests-too-much']);
  });

  it('name a workload with two VPAs once among those that waste most', async () => {
    const target = { kind: 'Deployment', name: 'web' };
    const cpu = { request: { min: 100, max: 100 }, target: 50 };
    const containers = [{ name: 'app', off: false, cpu, memory: {}, confidence: 1, samples: 1 }];
    summaries = ['web', 'web-too'].map((name) => ({ ...summary(name), pods: 2, target, containers }));
    const { amounts, pods, ...rest } = noCost(false);
    costs = {
      web: {
        ...rest,
        amounts: { ...amounts, saving: { cpu: 100, memory: 0 } },
        pods: { ...pods, counted: 2 },
      },
      'web-too': { ...rest, amounts, pods: { ...pods, elsewhere: 2 } },
    };
    revision++;
    const { wasteful } = (await pages.sums(asked)).whole;
    expect(wasteful.list.map(({ row }) => row.name)).toEqual(['web']);
  });

  it('are judged again only where something changed', async () => {
    const read: string[] = [];
    const watched = (name: string) => {
      const { containers, ...others } = summary(name);
      return Object.defineProperty({ ...others }, 'containers', {
        enumerable: true,
        get: () => {
          read.push(name);
          return containers;
        },
      }) as WorkloadSummary;
    };
    summaries = [watched('one'), watched('two')];
    await workloads();
    expect(new Set(read)).toEqual(new Set(['one', 'two']));
    read.length = 0;
    await pages.workloads(asking('sort=waste&page=2'));
    expect(read).toEqual([]);
    summaries = [summaries[0] as WorkloadSummary, watched('two')];
    revision++;
    await workloads();
    expect(new Set(read)).toEqual(new Set(['two']));
  });
});
