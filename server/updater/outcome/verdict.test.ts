import { describe, expect, it } from 'vitest';
import { heldAmountsText } from '../../decide/pods/outcome/held-text';
import type { ChangeTrial, FormerLife, HeldAmounts } from '../../decide/pods/outcome/state';
import { type Amounts, cpuMillicores, memoryBytes } from '../../objects/units';
import type { SeenContainer, SeenPod } from './seen-pod';
import { stepped } from './step';
import { judgeHeld, judgeTrial } from './verdict';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 7, 1);
const memory = (bytes: number): Amounts => ({ memory: memoryBytes(bytes) });
const SHRUNK = { from: memory(512), to: memory(100) };
const GROWN = { from: memory(100), to: memory(512) };

const trial = (more: Partial<ChangeTrial> = {}): ChangeTrial => ({
  sinceMs: T0,
  changedMs: T0,
  program: 'one',
  crashed: false,
  containers: new Map([['app', { ...SHRUNK, ranMs: 12 * HOUR }]]),
  ...more,
});

/** A pod that was changed an hour ago. */
const pod = (container: Partial<SeenContainer> = {}, more: Partial<SeenPod> = {}): SeenPod => ({
  name: 'web-1',
  createdMs: T0,
  changedMs: T0,
  isReady: true,
  isTerminating: false,
  isResizeRefused: false,
  isResizing: false,
  program: 'one',
  containers: [{ name: 'app', requests: memory(100), runningMs: T0, ...container }],
  ...more,
});
const former = (container: Partial<SeenContainer> = {}, more: Partial<SeenPod> = {}) =>
  pod({ requests: memory(512), ...container }, { name: 'web-0', changedMs: T0 - HOUR, ...more });
const killed = (afterMs: number) => ({ killed: { startedMs: T0, finishedMs: T0 + afterMs } });
const crashing = { runningMs: undefined, crashedMs: T0 + 60_000 };

const at = (ms: number) => ({ nowMs: T0 + ms, followedMs: 24 * HOUR });
const kindOf = (one: ChangeTrial, pods: readonly SeenPod[], ms = HOUR) => {
  const verdict = judgeTrial(one, pods, at(ms));
  if (verdict.kind === 'worse') return `worse: ${verdict.how}`;
  if (verdict.kind === 'pending') return verdict.runs ? 'runs' : 'pending';
  return verdict.kind === 'not-ours' ? verdict.why : verdict.kind;
};

const BEFORE = (lives: { ranMs?: number; killedAfterMs?: number }) =>
  trial({ containers: new Map([['app', { ...SHRUNK, ...lives }]]) });
const UNSCHEDULED = { isReady: false, unscheduledMs: T0 };
const GROWTH = trial({ containers: new Map([['app', GROWN]]) });

describe('what came of a change', () => {
  it.each<[string, string, ChangeTrial, SeenPod[], number?]>([
    ['is not known before a pod has it', 'pending', trial(), [former()]],
    ['is not known while a resize goes on', 'pending', trial(), [pod({}, { isResizing: true })]],
    ['runs once a pod is ready with it', 'runs', trial(), [pod(), former()]],
    ['is kept once it was followed long enough', 'kept', trial(), [pod()], 24 * HOUR],
    ['is unknown if no pod with it was seen by then', 'unknown', trial(), [], 24 * HOUR],
    ['is worse if a kill comes where none came before', 'worse: killed-sooner', trial(), [pod(killed(HOUR))]],
    [
      'is no worse if it lived as long as it did before',
      'runs',
      trial(),
      [pod(killed(13 * HOUR))],
      14 * HOUR,
    ],
    [
      'is worse if what was young then is killed again',
      'worse: killed',
      BEFORE({ ranMs: 7_000 }),
      [pod({ ...killed(HOUR), restarts: 2 })],
      2 * HOUR,
    ],
    [
      'is worse if two of what was young then are killed',
      'worse: killed',
      BEFORE({}),
      [pod(killed(HOUR)), pod(killed(HOUR), { name: 'web-2' })],
      2 * HOUR,
    ],
    [
      'is worse if what was resized when young is killed again',
      'worse: killed',
      BEFORE({ ranMs: 7_000 }),
      [
        pod(
          { killed: { startedMs: T0 + 60_000, finishedMs: T0 + 90_000 }, restarts: 2 },
          { createdMs: T0 - 7_000 },
        ),
      ],
    ],
    [
      'is not blamed for kills of what was young then at the limit that it had',
      'runs',
      trial({ containers: new Map([['app', { ...SHRUNK, ranMs: 7_000, ranAtLimit: 512 }]]) }),
      [pod({ ...killed(HOUR), restarts: 2, memoryLimit: 512 })],
      2 * HOUR,
    ],
    [
      'is not judged by one kill of what was young then',
      'runs',
      BEFORE({ ranMs: 7_000 }),
      [pod({ ...killed(HOUR), restarts: 1 })],
      2 * HOUR,
    ],
    [
      'is no worse if what was killed before is killed again as late',
      'runs',
      BEFORE({ ranMs: 7_000, killedAfterMs: HOUR }),
      [pod({ ...killed(HOUR), restarts: 5 }), pod(killed(HOUR), { name: 'web-2' })],
      2 * HOUR,
    ],
    [
      'is worse if kills come in half of the time',
      'worse: killed-sooner',
      BEFORE({ killedAfterMs: 6 * HOUR }),
      [pod(killed(HOUR))],
    ],
    [
      'is no worse if kills come about as often',
      'runs',
      BEFORE({ killedAfterMs: 6 * HOUR }),
      [pod(killed(4 * HOUR))],
      5 * HOUR,
    ],
    [
      'is not blamed for kills if it gave more memory',
      'runs',
      GROWTH,
      [pod({ requests: memory(512), ...killed(HOUR) })],
    ],
    [
      'is worse if a container crashes again and again',
      'worse: crashing',
      trial(),
      [pod(crashing), former()],
    ],
    ['is no worse if it crashed before', 'runs', trial({ crashed: true }), [pod(crashing)]],
    [
      'is not blamed for what befalls unchanged pods too',
      'crashes-unchanged',
      trial(),
      [pod(crashing), former(crashing)],
    ],
    ['is not blamed for another image', 'another-program', trial(), [pod(crashing, { program: 'two' })]],
    ['is not blamed for a rollout under way', 'runs', trial(), [pod(), pod(crashing, { program: 'two' })]],
    ['waits a while for a node', 'pending', GROWTH, [pod({ requests: memory(512) }, UNSCHEDULED)], 60_000],
    [
      'is worse if no node has room for more than before',
      'worse: pending',
      GROWTH,
      [pod({ requests: memory(512) }, UNSCHEDULED)],
      HOUR,
    ],
    [
      'is not blamed if no node has room for less than before',
      'pending',
      trial(),
      [pod({}, UNSCHEDULED)],
      HOUR,
    ],
    ['is refused if the node takes no resize', 'refused', trial(), [pod({}, { isResizeRefused: true })]],
    [
      'is not blamed for a kill before the resize',
      'runs',
      trial(),
      [pod(killed(HOUR), { changedMs: T0 + 2 * HOUR })],
      3 * HOUR,
    ],
    ['looks at no pod that is going away', 'pending', trial(), [pod(killed(HOUR), { isTerminating: true })]],
  ])('%s', (_what, expected, one, pods, ms) => {
    expect(kindOf(one, pods, ms)).toBe(expected);
  });

  describe('with all the memory that there is room for', () => {
    const given = { ...GROWN, killedAfterMs: HOUR, isAllThereIs: true as const };
    const ALL = trial({ containers: new Map([['app', given]]) });
    const full = (afterMs: number, more: Partial<SeenContainer> = {}) =>
      pod({ requests: memory(512), ...killed(afterMs), ...more });

    it.each<[string, string, ChangeTrial, SeenPod]>([
      ['is worse if it is killed as soon as before', 'worse: no-better', ALL, full(2 * HOUR)],
      ['runs on if it lives longer', 'runs', ALL, full(2 * HOUR + 1)],
      ['runs on if its own limit may be what kills it', 'runs', ALL, full(HOUR, { memoryLimit: 900 })],
      [
        'runs on if it may get more',
        'runs',
        trial({ containers: new Map([['app', { ...GROWN, killedAfterMs: HOUR }]]) }),
        full(HOUR),
      ],
      [
        'runs on if no kill was known before',
        'runs',
        trial({ containers: new Map([['app', { ...GROWN, isAllThereIs: true }]]) }),
        full(HOUR),
      ],
    ])('%s', (_what, expected, one, killedPod) => {
      expect(kindOf(one, [killedPod], 3 * HOUR)).toBe(expected);
    });

    describe('within an hour', () => {
      const YOUNG = trial({
        containers: new Map([['app', { ...GROWN, isAllThereIs: true as const, ranMs: 5 * 60_000 }]]),
      });
      const SHORT = trial({
        containers: new Map([['app', { ...GROWN, isAllThereIs: true as const, killedAfterMs: 60_000 }]]),
      });
      const MIN = 60_000;
      const replaced = (name: string, afterMs: number) =>
        pod({ requests: memory(512), ...killed(afterMs) }, { name, isReady: false });

      it.each<[string, string, ChangeTrial, SeenPod[]]>([
        ['runs on after one kill', 'runs', YOUNG, [full(5 * MIN)]],
        ['is worse at the second in one pod', 'worse: no-better', YOUNG, [full(5 * MIN, { restarts: 2 })]],
        [
          'is worse at the second in another pod',
          'worse: no-better',
          YOUNG,
          [replaced('web-1', 5 * MIN), replaced('web-2', 6 * MIN)],
        ],
        [
          'is worse too if it lives a little longer than before',
          'worse: no-better',
          SHORT,
          [full(4 * MIN, { restarts: 2 })],
        ],
        ['runs on if it lives much longer', 'runs', SHORT, [full(20 * MIN, { restarts: 2 })]],
        ['runs on if it lives for an hour each time', 'runs', YOUNG, [full(60 * MIN, { restarts: 5 })]],
        [
          'runs on if its own limit may be what kills it',
          'runs',
          YOUNG,
          [full(5 * MIN, { restarts: 2, memoryLimit: 900 })],
        ],
        [
          'runs on if it may get more',
          'runs',
          trial({ containers: new Map([['app', { ...GROWN, ranMs: 5 * MIN }]]) }),
          [full(5 * MIN, { restarts: 2 })],
        ],
      ])('%s', (_what, expected, one, pods) => {
        expect(kindOf(one, pods, 3 * HOUR)).toBe(expected);
      });
    });

    it('only the memory of that container goes back', () => {
      const more = { from: { cpu: cpuMillicores(50) }, to: { cpu: cpuMillicores(100) } };
      const both = { ...given, from: { ...given.from, ...more.from }, to: { ...given.to, ...more.to } };
      const containers = new Map([
        ['app', both],
        ['log', more],
      ]);
      const settings = { ...at(3 * HOUR), heldMs: 24 * HOUR };
      const { state } = stepped({ undone: 0, trial: trial({ containers }) }, [full(HOUR)], 'p', settings);
      expect(state.held?.containers).toEqual(new Map([['app', GROWN]]));
      expect(heldAmountsText(state.held as HeldAmounts)).toContain('give it a limit');
    });

    it('gets a limit where its neighbours must be spared', () => {
      const settings = {
        ...at(3 * HOUR),
        heldMs: 24 * HOUR,
        fence: (_name: string, tried: number) => tried / 2,
      };
      const { state } = stepped({ undone: 0, trial: ALL }, [full(HOUR)], 'p', settings);
      expect(state.held?.containers).toEqual(
        new Map([['app', { ...GROWN, takesAll: true, memoryLimit: 256 }]]),
      );
      expect(heldAmountsText(state.held as HeldAmounts)).toContain(
        'so that its neighbours are safe, its new pods get a limit of 256 B',
      );
    });

    it('gets that limit too where no node has room to try it again', () => {
      const settings = { ...at(3 * HOUR), heldMs: 24 * HOUR, fence: () => 256 };
      const waiting = pod({ requests: memory(512) }, UNSCHEDULED);
      const { state } = stepped({ undone: 1, trial: ALL }, [waiting], 'p', settings);
      expect(state.held).toMatchObject({
        how: 'pending',
        containers: new Map([['app', { ...GROWN, takesAll: true, memoryLimit: 256 }]]),
      });
      const healthy = trial({ containers: new Map([['app', { ...GROWN, isAllThereIs: true }]]) });
      const other = stepped({ undone: 0, trial: healthy }, [waiting], 'p', settings);
      expect(other.state.held?.containers.get('app')).toEqual(GROWN);
    });

    it('gets it later if none of its pods had a node when the change was undone', () => {
      const settings = { ...at(3 * HOUR), heldMs: 24 * HOUR };
      const undone = stepped({ undone: 0, trial: ALL }, [full(HOUR)], 'p', {
        ...settings,
        fence: () => undefined,
      });
      expect(undone.state.held?.containers.get('app')).toEqual({ ...GROWN, takesAll: true });
      const { state } = stepped(undone.state, [pod({ requests: memory(100) })], 'p', {
        ...settings,
        fence: () => 256,
      });
      expect(state.held?.containers.get('app')?.memoryLimit).toBe(256);
    });

    it.each([
      [200, 200],
      [205, 256],
      [300, 256],
      [undefined, 256],
    ])('the limit falls with what its neighbours leave, by a fifth or more: to %s', (left, expected) => {
      const settings = { ...at(3 * HOUR), heldMs: 24 * HOUR };
      const undone = stepped({ undone: 0, trial: ALL }, [full(HOUR)], 'p', { ...settings, fence: () => 256 });
      const { state } = stepped(undone.state, [pod({ requests: memory(100) })], 'p', {
        ...settings,
        fence: () => left,
      });
      expect(state.held?.containers.get('app')?.memoryLimit).toBe(expected);
    });

    it.each([
      [4 * HOUR, 'worse: no-better'],
      [4 * HOUR + 1, 'runs'],
    ])('after lives with half of it as a limit, it must live twice as long: %d ms', (afterMs, expected) => {
      const limited = { ...given, killedAtLimit: 256 };
      const one = trial({ containers: new Map([['app', limited]]) });
      expect(kindOf(one, [full(afterMs)], 5 * HOUR)).toBe(expected);
    });
  });

  it('says how long the container lived before and since', () => {
    expect(judgeTrial(trial(), [pod(killed(HOUR))], at(2 * HOUR))).toEqual({
      kind: 'worse',
      how: 'killed-sooner',
      container: 'app',
      beforeMs: 12 * HOUR,
      livedMs: HOUR,
    });
  });

  it('counts the life of a pod resized in place from the resize', () => {
    const resized = pod({ killed: { startedMs: T0 - 48 * HOUR, finishedMs: T0 + HOUR } });
    expect(judgeTrial(trial(), [resized], at(2 * HOUR))).toMatchObject({
      how: 'killed-sooner',
      livedMs: HOUR,
    });
  });
});

const WAITING: Partial<SeenPod> = { isReady: false, unscheduledMs: T0 };

describe('amounts that are held', () => {
  const held = (more: Partial<HeldAmounts> = {}): HeldAmounts => ({
    how: 'killed-sooner',
    container: 'app',
    livedMs: HOUR,
    sinceMs: T0,
    triedMs: T0 - HOUR,
    untilMs: T0 + 24 * HOUR,
    containers: new Map([['app', SHRUNK]]),
    program: 'one',
    policy: 'p',
    ...more,
  });
  const back = (container: Partial<SeenContainer> = {}, more: Partial<SeenPod> = {}) =>
    pod({ requests: memory(512), ...container }, more);
  const releaseOf = (
    one: HeldAmounts,
    pods: readonly SeenPod[],
    { policy = 'p', ms = HOUR, undone = 1 } = {},
  ) => {
    const release = judgeHeld(one, pods, policy, { nowMs: T0 + ms, undone });
    return release.kind === 'outdated' ? release.why : release.kind;
  };

  it.each<[string, string, HeldAmounts, SeenPod[], { policy?: string; ms?: number }?]>([
    ['stay so while the pods live well', 'held', held(), [back()]],
    ['stay so while a pod still dies of what was tried', 'held', held(), [pod(killed(HOUR / 2))]],
    ['end when their time is over', 'try-again', held(), [back()], { ms: 24 * HOUR }],
    ['end with another policy', 'policy-changed', held(), [back()], { policy: 'q' }],
    [
      'end with another program',
      'another-program',
      held(),
      [back({}, { program: 'two', createdMs: T0 + 1 })],
    ],
    ['end if kills come as soon with them', 'refuted', held(), [back(killed(HOUR / 2))]],
    [
      'stay so if the last kill was before the pod went back',
      'held',
      held(),
      [back(killed(HOUR / 2), { changedMs: T0 + HOUR })],
      { ms: 2 * HOUR },
    ],
    [
      'stay so if what was killed ran before its pod went back in place',
      'held',
      held(),
      [back(killed(HOUR / 2), { changedMs: T0 + HOUR / 4 })],
      { ms: HOUR },
    ],
    [
      'stay so while the resize back is not in force',
      'held',
      held(),
      [back(killed(HOUR / 2), { isResizing: true })],
    ],
    ['stay so if a kill comes much later', 'held', held(), [back(killed(9 * HOUR))], { ms: 10 * HOUR }],
    ['end if no node has room for them any more', 'no-room', held(), [back({}, WAITING)], { ms: 60_000 }],
    [
      'stay so while a pod may wait for its predecessor to go',
      'held',
      held(),
      [back({}, WAITING)],
      { ms: 59_000 },
    ],
    ['stay so if what waits has less', 'held', held(), [pod({}, WAITING)], { ms: HOUR }],
    ['end if it crashes with them as well', 'refuted', held({ how: 'crashing' }), [back(crashing)]],
  ])('%s', (_what, expected, one, pods, more) => {
    expect(releaseOf(one, pods, more)).toBe(expected);
  });

  it('end at once if too little memory burns', () => {
    const small = held({ how: 'pending', containers: new Map([['app', GROWN]]) });
    const burning = pod({ requests: memory(100), ...killed(HOUR) }, { changedMs: T0 - 9 * HOUR });
    expect(releaseOf(small, [burning])).toBe('refuted');
  });

  it('end ever later if too little memory burns time and again', () => {
    const small = held({ how: 'pending', containers: new Map([['app', GROWN]]) });
    const burning = pod({ requests: memory(100), ...killed(60_000) }, { changedMs: T0 - 9 * HOUR });
    const released = (undone: number, minutes: number) =>
      releaseOf(small, [burning], { undone, ms: minutes * 60_000 });
    expect([released(1, 2), released(2, 9), released(2, 10), released(4, 39), released(4, 40)]).toEqual([
      'refuted',
      'held',
      'refuted',
      'held',
      'refuted',
    ]);
  });

  it('stay so though it is killed with them, where more was no better', () => {
    const small = held({ how: 'no-better', containers: new Map([['app', GROWN]]) });
    expect(releaseOf(small, [pod({ requests: memory(100), ...killed(60_000) })])).toBe('held');
  });
});

describe('less ephemeral storage', () => {
  const disk = (bytes: number) => ({ 'ephemeral-storage': memoryBytes(bytes) });
  const LESS = { from: disk(512), to: disk(100) };
  const changed = (lives: Partial<FormerLife> = { ranMs: 12 * HOUR }) =>
    trial({ containers: new Map([['app', { ...LESS, ...lives }]]) });
  const filled = (afterMs: number, more: Partial<SeenContainer> = {}) =>
    pod({ requests: disk(100), filled: { startedMs: T0, finishedMs: T0 + afterMs }, ...more });

  it.each<[string, string, ChangeTrial, SeenPod]>([
    [
      'is worse if a pod is evicted for its disk, which none was',
      'worse: filled-sooner',
      changed(),
      filled(HOUR),
    ],
    ['is no worse if it lived as long as before', 'runs', changed(), filled(13 * HOUR)],
    [
      'is worse if it is evicted again, which a young pod was not',
      'worse: filled',
      changed({ ranMs: 7_000 }),
      filled(HOUR, { restarts: 2 }),
    ],
    [
      'is worse if it is evicted in half of the time',
      'worse: filled-sooner',
      changed({ filledAfterMs: 6 * HOUR }),
      filled(HOUR),
    ],
    [
      'is no worse if it was evicted as often before',
      'runs',
      changed({ filledAfterMs: 6 * HOUR }),
      filled(4 * HOUR),
    ],
    ['is not blamed for a kill for memory', 'runs', changed(), pod({ requests: disk(100), ...killed(HOUR) })],
    [
      'is not blamed if the pod gets more',
      'runs',
      trial({ containers: new Map([['app', { from: disk(100), to: disk(512), ranMs: 12 * HOUR }]]) }),
      filled(HOUR, { requests: disk(512) }),
    ],
  ])('%s', (_what, expected, one, seen) => {
    expect(kindOf(one, [seen], 14 * HOUR)).toBe(expected);
  });

  it('waits for a node like any growth', () => {
    const grown = trial({ containers: new Map([['app', { from: disk(100), to: disk(512) }]]) });
    expect(kindOf(grown, [pod({ requests: disk(512) }, UNSCHEDULED)])).toBe('worse: pending');
  });

  it('is told in its own words', () => {
    const settings = { ...at(2 * HOUR), heldMs: 24 * HOUR };
    const { state } = stepped({ undone: 0, trial: changed() }, [filled(HOUR)], 'p', settings);
    expect(heldAmountsText(state.held as HeldAmounts)).toContain(
      'ephemeral storage of app from 512 B to 100 B; app was evicted for what it wrote to the disk sooner than before',
    );
  });

  it.each([
    ['ends if it is evicted as soon with the former request', 'refuted', HOUR / 2],
    ['stays undone if that comes much later', 'held', 9 * HOUR],
  ])('that was undone %s', (_what, expected, afterMs) => {
    const held: HeldAmounts = {
      how: 'filled-sooner',
      container: 'app',
      livedMs: HOUR,
      sinceMs: T0,
      triedMs: T0 - HOUR,
      untilMs: T0 + 24 * HOUR,
      containers: new Map([['app', LESS]]),
      program: 'one',
      policy: 'p',
    };
    const back = filled(afterMs, { requests: disk(512) });
    expect(judgeHeld(held, [back], 'p', { nowMs: T0 + 10 * HOUR, undone: 1 }).kind).toBe(expected);
  });
});
