import { describe, expect, it } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import type { NeedyWorkload } from '../contract/problems';
import type { Problem } from '../problems';
import { atOnce } from '../slices';
import { listOf } from './list';
import type { ListQuery } from './list-query';
import { blockingOf, listedProblems, PROBLEM_LIST_SPEC } from './problem-list';

const problem = (about: string, change: Partial<Problem> = {}): Problem => ({
  code: 'target-missing',
  about,
  message: `The target of this VPA does not exist: ${about}`,
  remedy: 'Create it.',
  firstSeenMs: 0,
  lastSeenMs: 0,
  count: 1,
  ...change,
});
const PROBLEMS = [
  problem('VerticalPodAutoscaler shop/web', { firstSeenMs: 3, lastSeenMs: 1 }),
  problem('VerticalPodAutoscaler bank/api', { firstSeenMs: 1, lastSeenMs: 2 }),
  problem('cluster', { code: 'metrics-not-installed', firstSeenMs: 2, lastSeenMs: 3, message: 'no metrics' }),
];

function listed(change: Partial<ListQuery>, needy: readonly NeedyWorkload[] = []) {
  const query = {
    filters: {},
    sort: 'seen',
    descending: true,
    page: 1,
    reach: VisibleNamespaces.all,
    ...change,
  };
  const workloads = new Map(needy.map((one) => [one.name, one]));
  const sheet = atOnce(listedProblems({ own: PROBLEMS, workloads }, 9));
  const { rows, tallies } = listOf(sheet.rows, PROBLEM_LIST_SPEC, query);
  return {
    objects: rows.map(({ row: { row } }) =>
      'own' in row ? row.own.about.replace(/^\S+ /, '') : `${row.workload.namespace}/${row.workload.name}`,
    ),
    tallies,
  };
}

describe('the list of problems', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['nothing', {}, ['cluster', 'bank/api', 'shop/web']],
    ['a problem', { problem: 'metrics-not-installed' }, ['cluster']],
    ['how urgent it is', { urgency: 'broken' }, ['cluster']],
    ['a namespace', { namespace: 'bank' }, ['bank/api']],
    ['words in any order', { q: 'WEB target' }, ['shop/web']],
    ['what there is none of', { q: 'gossip' }, []],
  ])('is filtered by %s', (_, filters, expected) => {
    expect(listed({ filters }).objects).toEqual(expected);
  });

  it.each([
    ['seen', true, ['cluster', 'bank/api', 'shop/web']],
    ['since', false, ['cluster', 'bank/api', 'shop/web']],
    ['since', true, ['cluster', 'shop/web', 'bank/api']],
    ['object', false, ['cluster', 'bank/api', 'shop/web']],
  ] as const)(
    'is sorted by %s, descending: %s, problems of the whole cluster first',
    (sort, descending, expected) => {
      expect(listed({ sort, descending }).objects).toEqual(expected);
    },
  );

  it('counts by problem and by namespace', () => {
    expect(listed({}).tallies).toEqual({
      problem: { 'metrics-not-installed': 1, 'target-missing': 2 },
      namespace: { bank: 1, shop: 1 },
    });
  });

  it('has what is broken first, then what waits, then what could be better; workloads after Plumbline itself', () => {
    const need = { detail: 'x', remedy: 'y', sinceMs: 1 };
    const needy: NeedyWorkload[] = [
      { namespace: 'shop', name: 'capped', needs: [{ code: 'capped', ...need }] },
      {
        namespace: 'shop',
        name: 'killed',
        needs: [
          { code: 'oom-loop', ...need },
          { code: 'capped', ...need },
        ],
      },
    ];
    const worse = { danger: 2e9 + 2, needs: [{ code: 'oom-loop' as const, ...need }] };
    needy.push({ namespace: 'shop', name: 'z-worse', ...worse });
    needy.push({ namespace: 'shop', name: 'a-large-one', needs: [{ code: 'requests-too-much', ...need }] });
    expect(listed({}, needy).objects).toEqual([
      'cluster',
      'shop/z-worse',
      'shop/killed',
      'bank/api',
      'shop/web',
      'shop/capped',
      'shop/a-large-one',
    ]);
    expect(listed({ filters: { problem: 'oom-loop' } }, needy).objects).toEqual([
      'shop/z-worse',
      'shop/killed',
    ]);
    expect(listed({ filters: { q: 'capped below' } }, needy).objects).toEqual(['shop/killed', 'shop/capped']);
  });
});

it('names every definition that is missing, under one sentence', () => {
  const missing = ['checkpoints', 'vpas'].map((about) =>
    problem(about, { code: 'crds-not-installed', message: `Not installed: ${about}` }),
  );
  expect(blockingOf([...missing, ...PROBLEMS]).map(({ code, message }) => [code, message])).toEqual([
    ['crds-not-installed', 'Not installed: checkpoints\nNot installed: vpas'],
    ['metrics-not-installed', 'no metrics'],
  ]);
});
