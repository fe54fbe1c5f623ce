import { describe, expect, it } from 'vitest';
import { GROUPS_ANNOTATION, groupsText } from '@/server/decide/features/node-scope/group-recommendations';
import { SCOPE_ANNOTATION } from '@/server/decide/features/node-scope/scope';
import { CONTROLLED_SIGNALS_ANNOTATION } from '@/server/decide/pods/controlled-signals';
import { notedOfAll } from '@/tests/support/outcomes';
import { decisions, NOW_MS, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import { memoryBytes } from '../../../objects/units';
import { reasonText } from '../../../words/reasons';
import {
  type HeldAmounts,
  OUTCOME_ANNOTATION,
  type OutcomeState,
  outcomesText,
} from '../../pods/outcome/state';

const MIB = 2 ** 20;
const HOUR_MS = 3_600_000;
const SHRUNK = { from: { memory: memoryBytes(512 * MIB) }, to: { memory: memoryBytes(200 * MIB) } };
const HELD: OutcomeState = {
  undone: 1,
  held: {
    how: 'killed-sooner',
    container: 'app',
    sinceMs: NOW_MS - HOUR_MS,
    triedMs: NOW_MS - 2 * HOUR_MS,
    untilMs: NOW_MS + 23 * HOUR_MS,
    containers: new Map([['app', SHRUNK]]),
    program: 'p',
    policy: 'q',
  },
};
const FOLLOWED: OutcomeState = {
  undone: 1,
  trial: {
    sinceMs: NOW_MS - HOUR_MS,
    changedMs: NOW_MS - HOUR_MS,
    program: 'p',
    crashed: false,
    containers: new Map([['app', SHRUNK]]),
  },
};

/** A VPA of which this is noted. It wants 100m and 200 MiB. */
function noted(
  state: OutcomeState | ReadonlyMap<string, OutcomeState>,
  options: Parameters<typeof vpa>[0] = {},
) {
  const object = vpa({
    target: { cpu: '100m', memory: '200Mi' },
    lowerBound: {},
    upperBound: {},
    ...options,
  });
  object.metadata.annotations = {
    [OUTCOME_ANNOTATION]: 'undone' in state ? notedOfAll(state) : (outcomesText(state) ?? ''),
  };
  return object;
}
const requesting = (memory: string, name = 'a', ageMs = 60_000) =>
  pod(name, { requests: { cpu: '100m', memory }, ageMs });
const textOf = (one: ReturnType<typeof workload>) =>
  planned(one)[0]?.reasons.map((reason) => reasonText(reason, NOW_MS));

describe('after a change was undone', () => {
  it('a pod that still has it goes back at once, however young', () => {
    const own = workload([requesting('200Mi'), requesting('512Mi', 'b')], noted(HELD));
    expect(decisions(own)).toEqual([
      expect.stringMatching(/^evict: worse-than-before/),
      'leave: held-at-former',
    ]);
    expect(planned(own)[0]?.changes[0]?.to).toEqual({ memory: 512 * MIB });
    expect(textOf(own)?.slice(0, 1)).toEqual([
      'A change of its requests made things worse, so it goes back: app was killed for memory sooner than before; memory of app goes from 200 MiB back to 512 MiB.',
    ]);
  });

  it('goes back in place where the mode says so', () => {
    const own = noted(HELD, { updatePolicy: { updateMode: 'InPlaceOrRecreate' } });
    const pods = [requesting('200Mi'), requesting('200Mi', 'b')];
    expect(decisions(workload(pods, own))[0]).toMatch(/^resize: worse-than-before/);
  });

  it('no pod is changed away from what was before, and the plan says why', () => {
    const own = workload([requesting('512Mi', 'a', 48 * HOUR_MS)], noted(HELD));
    expect(decisions(own)).toEqual(['leave: held-at-former']);
    expect(textOf(own)).toEqual([
      'A change was undone, so the requests stay as they were before it: memory of app stays at 512 MiB: with 200 MiB, app was killed for memory sooner than before; it is tried again in 23 h.',
    ]);
  });

  it('a kill with what was before changes nothing, and the plan says why', () => {
    const killed = pod('a', {
      requests: { cpu: '100m', memory: '512Mi' },
      ageMs: 600_000,
      killedAfterMs: 60_000,
    });
    expect(decisions(workload([killed], noted(HELD)))).toEqual(['leave: held-at-former oom-without-change']);
  });

  it('what takes from its neighbours is replaced by a pod with a limit, in any mode that may evict', () => {
    const [name, tried] = ['app', { ...SHRUNK, memoryLimit: 900 * MIB }] as const;
    const limited = (options?: Parameters<typeof vpa>[0]) => {
      const held = {
        ...(HELD.held as HeldAmounts),
        how: 'no-better' as const,
        containers: new Map([[name, tried]]),
      };
      return noted({ ...HELD, held }, options);
    };
    const pods = [requesting('512Mi'), requesting('512Mi', 'b')];
    for (const updateMode of ['Recreate', 'InPlaceOrRecreate'] as const) {
      const own = workload(pods, limited({ updatePolicy: { updateMode } }));
      expect(decisions(own)[0]).toBe('evict: takes-from-neighbours');
      expect(planned(own)[0]?.changes).toEqual([expect.objectContaining({ limits: { memory: 900 * MIB } })]);
      expect(textOf(own)).toEqual([
        'It takes all the memory of its node, and more does not help: a memory limit protects its neighbours: app has no memory limit, and gets one of 900 MiB.',
      ]);
    }
    const requestsOnly = {
      containerPolicies: [{ containerName: '*', controlledValues: 'RequestsOnly' as const }],
    };
    expect(decisions(workload(pods, limited({ resourcePolicy: requestsOnly })))[0]).toMatch(/^leave/);
    const withLimit = pod('c', {
      requests: { cpu: '100m', memory: '512Mi' },
      limits: { memory: '900Mi' },
      ageMs: 60_000,
    });
    expect(decisions(workload([withLimit, requesting('512Mi')], limited()))).toEqual([
      'evict: takes-from-neighbours',
      'leave: held-at-former',
    ]);
  });

  it('ephemeral storage goes back by eviction, in any mode that may evict', () => {
    const MORE = { cpu: '100m', memory: '200Mi', 'ephemeral-storage': '512Mi' };
    const LESS = { ...MORE, 'ephemeral-storage': '100Mi' };
    const storage = (bytes: number) => ({ 'ephemeral-storage': memoryBytes(bytes * MIB) });
    const tried = { from: storage(512), to: storage(100) };
    const held = {
      ...(HELD.held as HeldAmounts),
      how: 'filled-sooner' as const,
      containers: new Map([['app', tried]]),
    };
    const object = noted(
      { ...HELD, held },
      { target: LESS, updatePolicy: { updateMode: 'InPlaceOrRecreate' } },
    );
    Object.assign(object.metadata.annotations ?? {}, {
      [CONTROLLED_SIGNALS_ANNOTATION]: 'ephemeral-storage',
    });
    const own = workload(
      [pod('a', { requests: LESS, ageMs: 60_000 }), pod('b', { requests: MORE, ageMs: 60_000 })],
      object,
    );
    expect(decisions(own)).toEqual(['evict: worse-than-before', 'leave: held-at-former']);
    expect(planned(own)[0]?.changes[0]?.to).toEqual(storage(512));
    expect(textOf(own)).toEqual([
      'A change of its requests made things worse, so it goes back: app was evicted for what it wrote to the disk sooner than before; ephemeral storage of app goes from 100 MiB back to 512 MiB.',
    ]);
  });

  it('a stop holds it back like any change', () => {
    const stop = { scope: 'all', who: 'ada', atMs: 1 };
    const own = workload([requesting('200Mi'), requesting('200Mi', 'b')], noted(HELD), { stop });
    expect(decisions(own)[0]).toMatch(/^wait: worse-than-before .*stopped$/);
  });

  it('more than was before may still be given', () => {
    const more = noted(HELD, {
      target: { cpu: '100m', memory: '900Mi' },
      lowerBound: { memory: '800Mi' },
      upperBound: { memory: '1Gi' },
    });
    const own = workload([requesting('512Mi'), requesting('512Mi', 'b')], more);
    expect(decisions(own)[0]).toBe('evict: outside-bounds');
  });
});

describe('the next try', () => {
  const bounds = { lowerBound: { memory: '190Mi' }, upperBound: { memory: '210Mi' } };
  const pods = (count: number) =>
    Array.from({ length: count }, (_, index) => requesting('512Mi', `p${index}`, 48 * HOUR_MS));

  it('is made with one pod', () => {
    expect(decisions(workload(pods(4), noted({ undone: 1 }, bounds)))).toEqual([
      'evict: outside-bounds',
      ...Array(3).fill('wait: outside-bounds one-try'),
    ]);
  });

  it('keeps the others waiting while it is followed', () => {
    expect(decisions(workload(pods(2), noted(FOLLOWED, bounds)))).toEqual(
      Array(2).fill('wait: outside-bounds one-try'),
    );
  });
});

describe('where the pods of a VPA are unlike', () => {
  const bounds = { lowerBound: { memory: '190Mi' }, upperBound: { memory: '210Mi' } };

  it('those of one workload of a PodGroup go back, and the others stay', () => {
    const object = noted(new Map([['apps/Deployment/web', HELD]]), bounds);
    const portion = (name: string) =>
      workload([requesting('200Mi', name), requesting('200Mi', `${name}-2`)], object, {
        portion: { workload: `shop/apps/Deployment/${name}`, podGroups: ['g'] },
      });
    const [web, api] = [portion('web'), portion('api')];
    expect(decisions(web)[0]).toMatch(/^evict: worse-than-before/);
    expect(decisions(api)[0]).toBe('leave: within-bounds');
    const whole = { ...workload([...web.pods, ...api.pods], object), portions: [web, api] };
    expect(decisions(whole).filter((one) => one.startsWith('evict'))).toHaveLength(1);
  });

  it('those on nodes alike go back, and the others stay', () => {
    const groups = ['small', 'large'].map((scopeValue) => ({
      scopeValue,
      containerRecommendations: noted(HELD, bounds).status?.recommendation?.containerRecommendations ?? [],
    }));
    const object = noted(new Map([['size=small', HELD]]), bounds);
    Object.assign(object.metadata.annotations ?? {}, {
      [SCOPE_ANNOTATION]: 'size',
      [GROUPS_ANNOTATION]: groupsText('size', groups),
    });
    const on = (node: string, name: string) => {
      const made = requesting('200Mi', name);
      return { ...made, spec: { ...made.spec, nodeName: node } };
    };
    const nodeValues = new Map([
      ['n1', 'small'],
      ['n2', 'large'],
    ]);
    const pods = [on('n2', 'a'), on('n1', 'b'), on('n2', 'c')];
    expect(
      planned(workload(pods, object, { nodeValues })).map(({ name, decision }) => `${name} ${decision}`),
    ).toEqual(['b evict', 'a leave', 'c leave']);
  });

  it('each part tries again with one pod of its own', () => {
    const object = noted(
      new Map([
        ['apps/Deployment/web', { undone: 1 }],
        ['apps/Deployment/api', { undone: 1 }],
      ]),
      bounds,
    );
    const portions = ['web', 'api'].map((name) =>
      workload(
        ['1', '2', '3', '4'].map((end) => requesting('512Mi', `${name}-${end}`, 48 * HOUR_MS)),
        object,
        { portion: { workload: `shop/apps/Deployment/${name}`, podGroups: ['g'] } },
      ),
    );
    const whole = {
      ...workload(
        portions.flatMap(({ pods }) => pods),
        object,
      ),
      portions,
    };
    const evicted = planned(whole).filter(({ decision }) => decision === 'evict');
    expect(evicted.map(({ name }) => name.split('-')[0]).sort()).toEqual(['api', 'web']);
  });
});
