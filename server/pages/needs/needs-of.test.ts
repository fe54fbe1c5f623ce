import { describe, expect, it } from 'vitest';
import type { ContainerView, ResourceView } from '../../contract/recommendations';
import type { PodPlan } from '../../decide/running/planned';
import type { Reason } from '../../words/reasons';
import { needsOf } from './needs-of';

const HOUR_MS = 3_600_000;
const NOW_MS = 1_000 * HOUR_MS;
const MIB = 2 ** 20;
const FREE: ResourceView = { request: { min: 1, max: 1 }, target: 1, lowerBound: 1, upperBound: 1 };

type Summary = NonNullable<Parameters<typeof needsOf>[0]>;

function container(change: Partial<ContainerView>): ContainerView {
  return { name: 'app', off: false, cpu: FREE, memory: FREE, confidence: 9, samples: 9, ...change };
}

function summary(change: Partial<ContainerView> = {}, more: Partial<Summary> = {}): Summary {
  return { updateMode: 'Recreate', pods: 1, containers: [container(change)], ...more };
}

const capped = (used: number, by: 'policy' | 'limit-range' | 'largest-node' = 'policy'): ResourceView => ({
  ...FREE,
  target: 256 * MIB,
  usage: { mean: used * MIB, max: used * MIB, atMs: NOW_MS },
  cap: { by, needs: 933 * MIB },
});

function held(reason: Reason): { pods: PodPlan[] } {
  const priority = { outsideRecommendedRange: true, scaleUp: true, resourceDiff: 1 };
  return {
    pods: [{ name: 'a', uid: 'a', decision: 'wait', reasons: [reason], priority, changes: [], awaits: [] }],
  };
}

const short = { resource: 'cpu', asked: 2000, room: 500 } as const;
const kills = (times: number, hoursAgo: number) => ({ times, lastMs: NOW_MS - hoursAgo * HOUR_MS });

describe('why a workload needs attention', () => {
  it.each<[string, Summary | undefined, { pods: PodPlan[] } | undefined, string[]]>([
    ['nothing of one that is well', summary(), { pods: [] }, []],
    ['nothing of one that nothing is known of', undefined, undefined, []],
    ['kills again and again', summary({ ooms: kills(30, 1) }), undefined, ['oom-loop']],
    ['not one kill, which is answered', summary({ ooms: kills(1, 0) }), undefined, []],
    ['a storm that has blown over today', summary({ ooms: kills(30, 9) }), undefined, ['oom-often']],
    [
      'not kills of a container that is left alone',
      summary({ off: true, ooms: kills(30, 0) }),
      undefined,
      [],
    ],
    ['a cap that is used up', summary({ memory: capped(250) }), undefined, ['capped']],
    ['not a cap that is not', summary({ memory: capped(100) }), undefined, []],
    [
      'a cap that killed, however little is used since',
      summary({ memory: capped(100), ooms: kills(2, 9) }),
      undefined,
      ['capped'],
    ],
    ['kills by a cap, once', summary({ memory: capped(250), ooms: kills(9, 0) }), undefined, ['oom-loop']],
    ['refused pods', summary({}, { refused: { message: 'no', sinceMs: 5 } }), undefined, ['pods-refused']],
    [
      'pods that kubelets evicted or ended for critical pods',
      summary({}, { endedByKubelets: { evicted: kills(2, 1), preempted: kills(1, 3) } }),
      undefined,
      ['evicted-by-kubelet', 'preempted'],
    ],
    [
      'Pending pods',
      summary(
        {},
        { pending: { pods: 1, of: 2, message: 'no room', sinceMs: NOW_MS - HOUR_MS, isStuck: true } },
      ),
      undefined,
      ['pods-pending'],
    ],
    [
      'not pods that just start',
      summary({}, { pending: { pods: 1, of: 2, sinceMs: NOW_MS - 1, isStuck: false } }),
      undefined,
      [],
    ],
    [
      'a budget that never allows an eviction',
      summary(),
      held({
        code: 'budget-never-allows',
        budget: 'b',
        rule: 'minAvailable: 3',
        healthy: 3,
        desired: 3,
        expected: 3,
      }),
      ['budget-never-allows'],
    ],
    [
      'not a budget that will',
      summary(),
      held({ code: 'disruption-budget', budget: 'b', allowed: 0, healthy: 2, desired: 2, expected: 3 }),
      [],
    ],
    [
      'a quota without room',
      summary(),
      held({ code: 'exceeds-quota', quota: 'q', ...short }),
      ['exceeds-quota'],
    ],
    [
      'a LimitRange that forbids it',
      undefined,
      held({ code: 'exceeds-limit-range', limitRange: 'Pod', ...short }),
      ['exceeds-limit-range'],
    ],
    [
      'nodes too small',
      summary(),
      held({ code: 'exceeds-largest-node', ...short }),
      ['exceeds-largest-node'],
    ],
    [
      'nodes too small for its memory, once',
      summary({ memory: capped(250, 'largest-node') }),
      held({ code: 'exceeds-largest-node', ...short, resource: 'memory' }),
      ['capped'],
    ],
    [
      'nodes too small for its memory and its CPU',
      summary({ memory: capped(250, 'largest-node') }),
      held({ code: 'exceeds-largest-node', ...short }),
      ['capped', 'exceeds-largest-node'],
    ],
    [
      'all of it, gravest first',
      summary({ ooms: kills(30, 0) }, { refused: { message: 'no' } }),
      held({ code: 'exceeds-quota', quota: 'q', ...short }),
      ['pods-refused', 'oom-loop', 'exceeds-quota'],
    ],
  ])('is %s', (_, known, plan, codes) => {
    expect(needsOf(known, plan, NOW_MS).map(({ code }) => code)).toEqual(codes);
  });

  it('says how fast it leaks where no node holds what a day of it takes, and asks for none', () => {
    const leak = {
      bytesPerHour: 66 * 2 ** 30,
      lives: 8,
      killedAfterMs: 4 * 60_000,
      lifeMs: 24 * HOUR_MS,
      mostBytes: 1.63 * 2 ** 40,
    };
    const cap = { by: 'room-now', needs: 5 * 2 ** 30, leak } as const;
    const pending = { pods: 1, of: 2, message: 'no room', sinceMs: 0, isStuck: true, isForVpa: true };
    const memory = { ...FREE, target: 3 * 2 ** 30, cap };
    const told = needsOf(summary({ memory, ooms: kills(422, 0) }, { pending }), undefined, NOW_MS);
    expect(told.map(({ code, detail, remedy }) => [code, detail, remedy])).toEqual([
      [
        'pods-pending',
        '1 of 2 pods, because of what this VPA recommends: no room',
        'The target falls to what the nodes have room for, and these pods are replaced. Mend the leak meanwhile.',
      ],
      [
        'oom-loop',
        'app: 422 kills in 24 h; the room that the nodes have now allows 3 GiB of memory, and it leaks 66 GiB an hour',
        'Mend the leak: more memory only delays the kill.',
      ],
    ]);
  });

  it('has the numbers and the field to change', () => {
    const [need] = needsOf(summary({ memory: capped(250), ooms: kills(235, 0) }), undefined, NOW_MS);
    expect(need).toMatchObject({
      detail: 'app: 235 kills in 24 h; its policy allows 256 MiB of memory, it needs 933 MiB',
      remedy: 'Raise `maxAllowed.memory` of app in the policy to at least 933 MiB.',
    });
    const [killed] = needsOf(summary({ memory: capped(100), ooms: kills(2, 9) }), undefined, NOW_MS);
    expect(killed?.detail).toMatch(/and was OOM-killed 2 times in 24 h$/);
    const [other] = needsOf(summary({ memory: capped(250, 'limit-range') }), undefined, NOW_MS);
    expect(other?.remedy).toBe(
      'Raise the maximum of memory in the LimitRange of the namespace to at least 933 MiB.',
    );
    const [off] = needsOf(summary({ ooms: kills(9, 0) }, { updateMode: 'Off' }), undefined, NOW_MS);
    expect(off?.remedy).toContain('Mode Off changes no running pod');
    const quota = { quota: 'compute', of: 'requests', by: 300 * MIB } as const;
    const short = { ...FREE, target: 512 * MIB, quota };
    const [byHand] = needsOf(
      summary({ ooms: kills(9, 0), memory: short }, { updateMode: 'Off' }),
      undefined,
      NOW_MS,
    );
    expect(byHand?.remedy).toBe(
      'Mode Off changes no running pod: set another mode, or request 512 MiB for app yourself. Raise `requests.memory` of ResourceQuota compute by at least 300 MiB first: it has no room for app with 512 MiB.',
    );
  });

  it('tells how many replicas run where the API server refuses the others', () => {
    const told = (facts: object) =>
      needsOf(summary({}, { pods: 5, ...facts }), undefined, NOW_MS).map(({ detail }) => detail);
    expect(told({ refused: { message: 'exceeded quota', missing: 1 }, pending: { pods: 1, of: 5 } })).toEqual(
      ['4 of 6 replicas run: exceeded quota'],
    );
    expect(told({ refused: { message: 'exceeded quota' } })).toEqual(['exceeded quota']);
  });

  it('says whether Plumbline caused it', () => {
    const causes = (...facts: [Summary | undefined, ({ pods: PodPlan[] } | undefined)?]) =>
      needsOf(facts[0], facts[1], NOW_MS).map(({ cause }) => cause);
    const pending = { pods: 1, of: 2, isStuck: true };
    expect(causes(summary({}, { pending: { ...pending, isForVpa: true } }))).toEqual(['fits-no-node']);
    expect(causes(summary({}, { pending }))).toEqual(['nodes']);
    expect(causes(summary({}, { refused: { message: 'failed calling webhook' } }))).toEqual(['cluster-rule']);
    expect(causes(summary({}, { refused: { message: 'exceeded quota' } }))).toEqual(['sets-requests']);
    expect(causes(summary({}, { refused: { message: 'exceeded quota' }, updateMode: 'Off' }))).toEqual([
      'as-stated',
    ]);
    expect(causes(summary({}, { refused: { message: 'exceeded quota' }, requestsBy: 'template' }))).toEqual([
      'sets-requests',
    ]);
    expect(causes(summary({ memory: capped(250, 'policy'), ooms: kills(9, 0) }))).toEqual(['policy-of-vpa']);
    expect(causes(summary({ ooms: kills(9, 0) }, { requestsBy: 'template' }))).toEqual(['as-stated']);
    expect(causes(summary({ ooms: kills(9, 0) }, { updateMode: 'Off' }))).toEqual(['as-stated']);
  });

  it('goes by what a container had when it was killed, or has now, beside what its template states', () => {
    const cause = (change: Partial<ContainerView>, more: Partial<Summary> = {}) =>
      needsOf(summary({ ooms: kills(9, 0), ...change }, more), undefined, NOW_MS)[0]?.cause;
    const moved = (movedByUs: ResourceView['movedByUs'], cap?: ResourceView) => ({
      memory: { ...(cap ?? FREE), movedByUs },
    });
    expect(cause(moved('none'), { requestsBy: 'us' })).toBe('as-stated');
    expect(cause(moved('raised'))).toBe('raised');
    expect(cause(moved('both'))).toBe('lowered');
    expect(cause({ ...moved('raised'), killedWith: 'none' })).toBe('as-stated');
    expect(cause({ ...moved('none'), killedWith: 'lowered' })).toBe('lowered');
    expect(cause(moved('lowered', capped(250, 'policy')))).toBe('lowered');
    expect(cause(moved('none', capped(250, 'policy')))).toBe('policy-of-vpa');
    const pending = { pods: 1, of: 2, isStuck: true };
    expect(needsOf(summary({}, { pending, requestsBy: 'us' }), undefined, NOW_MS)[0]?.cause).toBe(
      'sets-requests',
    );
  });

  it('tells of a CronJob and of a stop what is of use there', () => {
    const remedy = (memory: Partial<ResourceView>, more: Partial<Summary>) =>
      needsOf(summary({ ooms: kills(9, 0), memory: { ...FREE, ...memory } }, more), undefined, NOW_MS)[0];
    const target = 512 * MIB;
    const cron = { podsOfRun: 1, updateMode: 'Initial' };
    expect(remedy({ target }, cron)).toMatchObject({ remedy: 'The next run gets 512 MiB for app.' });
    expect(remedy({ target }, cron)?.form).toBeUndefined();
    expect(remedy({ target: undefined }, cron)).toMatchObject({
      remedy: 'Nothing is recommended for app yet. Raise its memory limit in the template meanwhile.',
    });
    expect(remedy({ target }, { ...cron, updateMode: 'Off' })).toMatchObject({
      remedy: 'Mode Off changes no pod: set mode Initial, or request 512 MiB for app yourself.',
    });
    const heldMode = { mode: 'Recreate' } as Summary['heldMode'];
    expect(remedy({ target }, { updateMode: 'Off', heldMode })).toMatchObject({
      remedy: 'Resume: a stop keeps what is recommended from its pods.',
    });
  });

  it('fills in the form that does what is told, and no other', () => {
    const forms = (...facts: [Summary | undefined, ({ pods: PodPlan[] } | undefined)?]) =>
      needsOf(facts[0], facts[1], NOW_MS).map(({ form }) => form?.label);
    expect(forms(summary({ memory: capped(250) }))).toEqual(['Raise to 933 MiB…']);
    expect(forms(summary({ memory: capped(250, 'limit-range') }))).toEqual([undefined]);
    expect(forms(summary({ ooms: kills(9, 0) }, { updateMode: 'Off' }))).toEqual([
      'Use mode InPlaceOrRecreate…',
    ]);
    expect(forms(summary({ ooms: kills(9, 0) }))).toEqual([undefined]);
  });

  it('says when what is told is not enough', () => {
    const quota: Reason = { code: 'exceeds-quota', quota: 'q', ...short };
    const range: Reason = { code: 'exceeds-limit-range', limitRange: 'Container', ...short };
    const remedies = (...reasons: Reason[]) => {
      const plan = held(quota);
      const [one] = plan.pods;
      return needsOf(summary(), { pods: one ? [{ ...one, reasons }] : [] }, NOW_MS).map(
        ({ remedy }) => remedy,
      );
    };
    expect(remedies(quota)).toEqual([
      'Raise cpu of ResourceQuota q by at least 1.5 cores, or lower the requests of other pods in the namespace.',
    ]);
    expect(remedies(quota, range)).toEqual([
      expect.stringMatching(
        /^Raise cpu of ResourceQuota q .* That alone is not enough: see what else holds it back\.$/,
      ),
      expect.stringMatching(
        /^Raise the maximum of cpu of type Container .* to at least 2 cores\. That alone/,
      ),
    ]);
  });
});

describe('a container that is killed again and again', () => {
  const remedy = (more: Partial<ContainerView>, updateMode = 'Recreate') => {
    const changed = { ooms: kills(30, 1), memory: { ...FREE, target: 3 }, ...more };
    return needsOf(summary(changed, { updateMode }), undefined, NOW_MS)[0]?.remedy;
  };

  it('is told to get more with each kill only while it does', () => {
    expect(remedy({})).toMatch(/^The target rises with every kill/);
    expect(remedy({ risesNoMore: 'raised-in-vain' })).toMatch(
      /^Its target no longer rises: .* raise `minAllowed.memory`/,
    );
    expect(remedy({ risesNoMore: 'leak' })).toBe('Mend the leak: more memory only delays the kill.');
  });

  it('is told how it gets what is recommended where its mode does not give it, leak or not', () => {
    expect(remedy({ risesNoMore: 'leak' }, 'Initial')).toMatch(
      /^Mend the leak: .* Mode Initial changes no running pod: set another mode, or request /,
    );
  });
});

describe('a container that was killed several times today and is not any more', () => {
  const told = (memory: ResourceView, plan?: { pods: PodPlan[] }) =>
    needsOf(summary({ ooms: kills(10, 9), memory }), plan, NOW_MS)[0];
  const short = { ...FREE, lowerBound: 2, target: 3 };

  it('has enough by now, or gets it in time, or by what the mode does', () => {
    expect(told(FREE)?.remedy).toMatch(/^It requests what it needs by now/);
    expect(told(short)?.remedy).toMatch(/^The target rises with every kill/);
    const young = held({ code: 'too-young' } as Reason);
    expect(told(short, young)).toMatchObject({ code: 'oom-often', podsInTime: 1 });
  });
});
