import { describe, expect, it } from 'vitest';
import type { ClusterRow } from '../../../contract/clusters';
import type { DigestLists, RankedLine, ToldByMembers } from '../../../contract/digest';
import type { InboxItem } from '../../../contract/inbox';
import type { WorkloadRow } from '../../../contract/workloads';
import { AcrossLists } from './across-lists';
import { compareClusters } from './compare-clusters';

const answer: ClusterRow['answer'] = {
  plumbline: '0.2.0',
  vpas: 1,
  urgencies: { broken: 0, waits: 0, better: 0 },
  totals: { cpu: { requested: 0, recommended: 0 }, memory: { requested: 0, recommended: 0 } },
  isStopped: false,
  otherStops: 0,
};

const line = (
  code: InboxItem['code'],
  about: string,
  more: Partial<RankedLine> = {},
  count = 1,
): RankedLine => {
  const urgency = code === 'capped' ? 'waits' : 'broken';
  const item: InboxItem = { key: `${code} ${about}`, urgency, code, sentence: 'It is so', about, said: [] };
  return { line: { urgency, code, count, items: [item] }, isOwn: false, danger: 0, size: 0, ...more };
};

const resource = { request: { min: 1, max: 1 }, target: 1 };
const workload = (namespace: string, name: string, risk: number, cpu = 0) => {
  const container = { name: 'app', off: false, cpu: resource, memory: resource, confidence: 1, samples: 9 };
  const row: WorkloadRow = {
    namespace,
    name,
    target: { kind: 'Deployment', name },
    updateMode: 'Recreate',
    recommender: 'default',
    pods: 2,
    state: { kind: 'recommended' },
    containers: [container],
    standing: 'within',
    findings: [],
    waste: { cpu, memory: 0 },
  };
  return { row, risk };
};

interface Told extends Partial<ClusterRow> {
  lists?: Partial<DigestLists>;
}

function toldBy(members: Record<string, Told>, revision = 1): ToldByMembers {
  return {
    asker: 'ada',
    revision,
    rows: Object.entries(members).map(([name, { lists, ...row }]) => ({
      name,
      labels: {},
      ...(lists && { answer }),
      ...row,
    })),
    // biome-ignore lint/correctness/useYield: nothing here takes long
    *listOf(name, list) {
      return members[name]?.lists?.[list];
    },
  };
}

const rowsOf = <Row>(rows: Row[], all = rows.length) => ({ rows, all });
const page = <Name extends keyof DigestLists>(list: Name, told: ToldByMembers, query = '') =>
  new AcrossLists().page(list, told, new URLSearchParams(query));

const TWO = toldBy({
  eu: {
    labels: { region: 'eu', stage: 'prod' },
    lists: {
      inbox: rowsOf([line('oom-killed', 'shop/web', { danger: 2 }), line('capped', 'shop/api', {}, 7)]),
      workloads: rowsOf([workload('shop', 'web', -9, 500), workload('shop', 'api', 0, 4000)], 12),
    },
  },
  us: {
    labels: { region: 'us' },
    lists: {
      inbox: rowsOf([line('oom-killed', 'mail/out', { danger: 5 })]),
      workloads: rowsOf([workload('shop', 'web', -20), workload('mail', 'out', -1, 100)]),
    },
  },
  away: { labels: { region: 'us' }, fault: 'unreachable', seenMs: 7 },
  new: {},
  part: { lists: {} },
});

describe('a list over clusters', () => {
  it('ranks the lines of all inboxes together, each with its cluster, and counts what they stand for', async () => {
    const { rows, tallies, matching } = await page('inbox', TWO);
    expect(rows.map(({ cluster, row }) => [cluster, row.items[0]?.about])).toEqual([
      ['us', 'mail/out'],
      ['eu', 'shop/web'],
      ['eu', 'shop/api'],
    ]);
    expect(tallies).toMatchObject({
      urgency: { broken: 2, waits: 7 },
      cluster: { eu: 2, us: 1 },
      label: { 'region=eu': 2, 'stage=prod': 2, 'region=us': 1 },
    });
    expect(matching).toBe(3);
  });

  it('says of each cluster what is missing, and which rows it did not send', async () => {
    const { members, clusters, told } = await page('workloads', TWO);
    expect(members).toEqual([
      { name: 'eu', left: 10 },
      { name: 'away', fault: 'unreachable', seenMs: 7 },
      { name: 'new', isAsked: true },
      { name: 'part', lacks: true },
    ]);
    expect([clusters, told]).toEqual([5, 2]);
  });

  it.each([
    ['', ['us shop/web', 'eu shop/web', 'us mail/out', 'eu shop/api']],
    ['sort=waste&order=desc', ['eu shop/api', 'eu shop/web', 'us mail/out', 'us shop/web']],
    ['sort=cluster', ['eu shop/web', 'eu shop/api', 'us shop/web', 'us mail/out']],
    ['cluster=us', ['us shop/web', 'us mail/out']],
    ['label=region%3Deu', ['eu shop/web', 'eu shop/api']],
    ['q=web&namespace=shop', ['us shop/web', 'eu shop/web']],
    ['group=region', ['eu shop/web', 'eu shop/api', 'us shop/web', 'us mail/out']],
    ['group=stage', ['eu shop/web', 'eu shop/api', 'us shop/web', 'us mail/out']],
  ])('with %j has its rows in order', async (query, expected) => {
    const { rows } = await page('workloads', TWO, query);
    expect(rows.map(({ cluster, row }) => `${cluster} ${row.namespace}/${row.name}`)).toEqual(expected);
  });

  it('tells the group of each row, those without the label last', async () => {
    const { rows, labels } = await page('workloads', TWO, 'group=stage');
    expect(rows.map(({ group }) => group)).toEqual(['prod', 'prod', '', '']);
    expect(labels).toEqual(['region', 'stage']);
  });

  it.each([
    ['group=colour', 'group is not known: colour'],
    ['vpa=without', 'vpa is not known here'],
    ['sort=size', 'sort must be one of'],
    ['state=odd', 'state is not known: odd'],
  ])('refuses %s', async (query, message) => {
    await expect(page('workloads', TWO, query)).rejects.toThrow(message);
  });

  it('adds money up only where all clusters have one currency', async () => {
    const both = { cpu: 1, memory: 0 };
    const parts = { requests: both, use: both, target: both, saving: both, growth: both };
    const cost = {
      amounts: parts,
      money: parts,
      pods: { counted: 1, notPriced: 0, waiting: 0, elsewhere: 0 },
      unfreed: both,
      missing: { request: both, target: both, use: both },
    };
    const savings = (currency: string) => ({
      lists: { savings: { ...rowsOf([{ name: 'web', namespace: 'shop', workloads: 1, cost }]), currency } },
    });
    const same = await page('savings', toldBy({ a: savings('USD'), b: savings('USD') }));
    expect([same.currency, same.tallies.totals.money?.saving.cpu]).toEqual(['USD', 2]);
    const mixed = await page('savings', toldBy({ a: savings('USD'), b: savings('EUR') }));
    expect([mixed.currency, mixed.tallies.totals.money, mixed.tallies.totals.amounts.saving.cpu]).toEqual([
      undefined,
      undefined,
      2,
    ]);
  });

  it('lists the plans, what waits and what was done', async () => {
    const target = { kind: 'Deployment', name: 'web' };
    const about = { namespace: 'shop', name: 'web', target, updateMode: 'Recreate' };
    const change = { container: 'app', resource: 'cpu' as const, from: 1, to: 2 };
    const lists = (hour: number): Partial<DigestLists> => ({
      plan: { ...rowsOf([{ ...about, pods: 0, groups: [] }]), atMs: 0 },
      approvals: {
        ...rowsOf([
          { ...about, pods: 1, changes: [change], direction: 'growing' as const, sinceMs: 3_600_000 },
        ]),
        atMs: hour * 3_600_000,
      },
      record: rowsOf([
        {
          kind: 'change' as const,
          id: '1',
          atMs: hour,
          who: 'ada',
          change: 'stop' as const,
          namespace: '',
          name: '',
          outcome: 'done' as const,
          detail: '',
          before: null,
          after: null,
        },
      ]),
    });
    const told = toldBy({ a: { lists: lists(1) }, b: { lists: lists(5) } });
    const clustersOf = ({ rows }: { rows: { cluster: string }[] }) => rows.map(({ cluster }) => cluster);
    expect(clustersOf(await page('approvals', told, 'age=1h'))).toEqual(['b']);
    expect((await page('approvals', told)).rows[0]?.row.sinceMs).toBe(3_600_000);
    expect(clustersOf(await page('record', told))).toEqual(['b', 'a']);
    expect(clustersOf(await page('record', told, 'kind=action'))).toEqual([]);
  });

  it('is made again only when clusters told something new', async () => {
    const lists = new AcrossLists();
    const query = new URLSearchParams();
    const first = await lists.page('inbox', toldBy({}, 1), query);
    expect(await lists.page('inbox', toldBy({}, 1), query)).toBe(first);
    expect(await lists.page('inbox', toldBy({}, 2), query)).not.toBe(first);
  });
});

describe('a workload in several clusters', () => {
  const compare = (query: string) => compareClusters(TWO, new URLSearchParams(query));

  it('stands in a row for each that has it, by what its VPA targets', async () => {
    const { rows, without, members } = await compare('namespace=shop&kind=Deployment&name=web');
    expect(rows.map(({ cluster, workload: { name } }) => [cluster, name])).toEqual([
      ['eu', 'web'],
      ['us', 'web'],
    ]);
    expect(without).toEqual([]);
    expect(members).toContainEqual({ name: 'away', fault: 'unreachable', seenMs: 7 });
    expect((await compare('namespace=mail&kind=Deployment&name=out')).without).toEqual(['eu']);
    expect((await compare('namespace=shop&kind=StatefulSet&name=web')).rows).toEqual([]);
  });

  it('must be named', async () => {
    await expect(compare('namespace=shop')).rejects.toThrow('kind must be named; name must be named');
  });
});
