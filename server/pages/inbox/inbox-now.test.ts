import { describe, expect, it } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import type { ApprovalRow } from '../../contract/approvals';
import type { Need, NeedyWorkload } from '../../contract/inbox';
import type { Problem } from '../../kube/problems';
import { atOnce } from '../../lib/time/slices';
import type { CauseCode } from '../../words/causes';
import { type InboxFacts, inboxOf } from './inbox-now';
import { inboxLines, withLessUrgent } from './lines';

const need = (code: Need['code'], change: Partial<Need> = {}): Need => ({
  code,
  detail: `${code} of app`,
  remedy: 'Raise it.',
  ...change,
});
const workload = (name: string, needs: Need[], change: Partial<NeedyWorkload> = {}): NeedyWorkload => ({
  namespace: 'shop',
  name,
  needs,
  ...change,
});
const problem = (code: Problem['code'], about: string): Problem => ({
  code,
  about,
  message: 'why',
  remedy: 'Correct it.',
  firstSeenMs: 3,
  lastSeenMs: 4,
  count: 1,
});
const approval = (name: string): ApprovalRow => ({
  namespace: 'shop',
  name,
  target: { kind: 'Deployment', name },
  updateMode: 'Recreate',
  pods: 2,
  changes: [{ container: 'app', resource: 'cpu', from: 100, to: 200 }],
  direction: 'growing',
  sinceMs: 9,
});

function inbox({
  workloads = [],
  ...facts
}: Partial<Omit<InboxFacts, 'workloads'>> & { workloads?: NeedyWorkload[] }) {
  const byKey = new Map(workloads.map((one) => [`${one.namespace}/${one.name}`, one]));
  const all = { problems: [], approvals: [], stops: [], ...facts, workloads: byKey };
  return atOnce(inboxOf(all, undefined));
}
const told = (facts: Parameters<typeof inbox>[0]) =>
  inbox(facts).sheet.rows.map(({ item }) => `${item.urgency} ${item.about} ${item.code}`);
const lines = (facts: Parameters<typeof inbox>[0], namespace?: string) =>
  atOnce(inboxLines(inbox(facts).sheet.rows, { isApart: false, namespace }));

describe('the inbox', () => {
  it('says who caused kills, where it undid the change that did', () => {
    const causes = (problems: Problem[], cause: CauseCode = 'sets-requests') =>
      inbox({ problems, workloads: [workload('web', [need('oom-often', { cause })])] })
        .sheet.rows.filter(({ item }) => item.code === 'oom-often')
        .map(({ item }) => item.cause);
    expect(causes([])).toEqual(['sets-requests']);
    const undone = problem('undone', 'VerticalPodAutoscaler shop/web');
    expect(causes([undone])).toEqual(['undone']);
    expect(causes([undone], 'as-stated')).toEqual(['undone']);
    expect(causes([undone], 'policy-of-vpa')).toEqual(['policy-of-vpa']);
  });

  it('is one list of what is broken, what waits and what could be better', () => {
    expect(
      told({
        problems: [
          problem('crds-not-installed', 'cluster'),
          problem('policy-invalid', 'VerticalPodAutoscaler shop/bad'),
        ],
        workloads: [
          workload('large', [need('requests-too-much')], { gain: { kind: 'frees', cpu: 100, memory: 0 } }),
          workload('larger', [need('requests-too-much')], { gain: { kind: 'frees', cpu: 900, memory: 0 } }),
          workload('killed', [need('oom-loop')], { danger: 2e9 + 1 }),
          workload('worse', [need('oom-loop')], { danger: 2e9 + 2 }),
        ],
        approvals: [approval('asks')],
        stops: [{ scope: { kind: 'all' }, entry: { who: 'ada', atMs: 1 } }],
      }),
    ).toEqual([
      'broken cluster crds-not-installed',
      'broken shop/worse oom-loop',
      'broken shop/killed oom-loop',
      'waits shop/asks approval-due',
      'waits shop/bad policy-invalid',
      'waits everything stopped-long',
      'better shop/larger requests-too-much',
      'better shop/large requests-too-much',
    ]);
  });

  it('tells what a workload could do better only while nothing is wrong with it', () => {
    const large = workload('web', [need('requests-too-much')]);
    expect(told({ workloads: [large] })).toEqual(['better shop/web requests-too-much']);
    const undone = problem('undone', 'VerticalPodAutoscaler shop/web');
    expect(told({ workloads: [large], problems: [undone] })).toEqual(['better shop/web undone']);
  });

  it('has one item for what is alike in one workload, each with its own words and form', () => {
    const form = { label: 'Raise to 933 MiB…', fill: { container: 'app', maxMemory: '933Mi' } };
    const needs = [
      need('capped', { form, cause: 'policy-of-vpa', sinceMs: 7 }),
      need('capped', { detail: 'CPU', sinceMs: 5 }),
    ];
    const [item] = inbox({ workloads: [workload('web', needs)] }).byVpa.get('shop/web') ?? [];
    expect(item).toMatchObject({
      cause: 'policy-of-vpa',
      sinceMs: 5,
      said: [
        { detail: 'capped of app', action: { do: 'edit-policy', vpa: 'web', ...form } },
        { detail: 'CPU', remedy: 'Raise it.' },
      ],
    });
  });

  it('says of what Plumbline undid that Plumbline caused it, and tries it again', () => {
    const [row] = inbox({ problems: [problem('undone', 'VerticalPodAutoscaler shop/web')] }).sheet.rows;
    expect(row?.item).toMatchObject({
      cause: 'undone',
      said: [{ action: { do: 'try-again', namespace: 'shop', vpa: 'web' } }],
    });
  });

  it('has a problem of a container among the items of its workload', () => {
    const leak = problem('memory-leak', 'VerticalPodAutoscaler shop/web, container app');
    expect(inbox({ problems: [leak] }).byVpa.get('shop/web')).toMatchObject([{ code: 'memory-leak' }]);
  });

  it('has beside the items of one code what else there is of their workloads, the less urgent of it', () => {
    const leak = problem('memory-leak', 'VerticalPodAutoscaler shop/web, container app');
    const { sheet, byVpa } = inbox({
      problems: [leak],
      workloads: [workload('web', [need('oom-loop')]), workload('api', [need('oom-loop')])],
    });
    const apart = atOnce(inboxLines(sheet.rows, { isApart: true })).map((line) =>
      withLessUrgent(line, byVpa),
    );
    expect(
      apart.map(({ items: [item] }) => [item?.about, item?.code, item?.also?.map(({ code }) => code)]),
    ).toEqual([
      ['shop/api', 'oom-loop', undefined],
      ['shop/web', 'oom-loop', ['memory-leak']],
      ['shop/web', 'memory-leak', undefined],
    ]);
  });

  it('gives the command at the end of a problem as what to do', () => {
    const full = {
      ...problem('hpa-at-maximum', 'HorizontalPodAutoscaler shop/web'),
      message:
        'HorizontalPodAutoscaler shop/web: 5 of 5 replicas run; 8 would do: `kubectl -n shop patch hpa web`.',
      remedy: 'Raise its maximum.',
    };
    const [row] = inbox({ problems: [full] }).sheet.rows;
    expect(row?.item).toMatchObject({ urgency: 'waits', about: 'HPA shop/web' });
    expect(row?.item.said[0]?.remedy).toBe('Raise its maximum: `kubectl -n shop patch hpa web`.');
    expect(row?.item.said[0]?.detail).toMatch(/5 of 5 replicas run; 8 would do$/);
  });

  it('has a workload in one line, by what is most urgent of it, and counts it once', async () => {
    const facts = {
      workloads: [
        workload('web', [need('requests-too-little'), need('oom-loop'), need('capped')]),
        workload('api', [need('requests-too-little')]),
      ],
    };
    const told = lines(facts).map(({ urgency, items: [head] }) => [
      urgency,
      head?.about,
      head?.code,
      head?.also?.map(({ code }) => code),
    ]);
    expect(told).toEqual([
      ['broken', 'shop/web', 'oom-loop', ['capped', 'requests-too-little']],
      ['better', 'shop/api', 'requests-too-little', undefined],
    ]);
    const { urgencies, codes } = await inbox(facts).within.of(VisibleNamespaces.all);
    expect(urgencies).toEqual({ broken: 1, waits: 0, better: 1 });
    expect(codes.get('requests-too-little')).toBe(2);
  });

  it('approves all that wait in one line', () => {
    const approvals = ['a', 'b', 'c', 'd'].map(approval);
    expect(lines({ approvals }, 'shop')).toMatchObject([
      { count: 4, action: { do: 'approve', label: 'Approve 4…', namespace: 'shop' } },
    ]);
    expect(lines({ approvals: [approval('a')] })).toMatchObject([
      { count: 1, items: [{ said: [{ action: { do: 'approve', namespace: 'shop', vpa: 'a' } }] }] },
    ]);
  });

  it('counts what is within reach, and nothing else', async () => {
    const now = inbox({
      problems: [problem('crds-not-installed', 'cluster')],
      workloads: [
        workload('web', [need('oom-loop')]),
        { ...workload('api', [need('capped')]), namespace: 'bank' },
      ],
    });
    const { urgencies } = await now.within.of(VisibleNamespaces.within(['bank']));
    expect(urgencies).toEqual({ broken: 0, waits: 1, better: 0 });
    expect((await now.within.of(VisibleNamespaces.all)).urgencies).toEqual({
      broken: 2,
      waits: 1,
      better: 0,
    });
  });
});
