import { describe, expect, it } from 'vitest';
import { notedOfAll } from '@/tests/support/outcomes';
import { type ChangeTrial, type HeldAmounts, outcomesIn } from '../../decide/pods/outcome/state';
import { cpuMillicores } from '../../objects/units';
import { ALL_PODS } from '../../words/outcome-parts';
import { type SeenPod, withThrottling } from './seen-pod';
import { changing } from './trial';
import { judgeHeld, judgeTrial } from './verdict';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 7, 1);
const WINDOW = 5 * 60_000;
const cpu = (milli: number) => ({ cpu: cpuMillicores(milli) });
const LOWERED = [{ container: 'app', from: cpu(400), to: cpu(200) }];

interface Options {
  name?: string;
  milli?: number;
  limit?: number | undefined;
  changedMs?: number;
  /** As it is known an hour after the change. */
  share?: number;
  lookMs?: number;
}

function pod({ name = 'web-1', milli = 200, changedMs = T0, ...more }: Options = {}): SeenPod {
  const { limit = 2 * milli, share, lookMs = T0 + HOUR } = more;
  const seenPod: SeenPod = {
    name,
    createdMs: changedMs,
    changedMs,
    isReady: true,
    isTerminating: false,
    isResizeRefused: false,
    isResizing: false,
    program: 'one',
    containers: [{ name: 'app', requests: cpu(milli), cpuLimit: limit, runningMs: changedMs }],
  };
  if (share === undefined) return seenPod;
  const shares = new Map([[name, new Map([['app', share]])]]);
  return withThrottling(seenPod, { sinceMs: lookMs - WINDOW, shares, highest: share });
}
const former = (more: Options = {}) =>
  pod({ name: 'web-0', milli: 400, changedMs: T0 - 12 * HOUR, lookMs: T0, ...more });

function trialAfter(before: SeenPod): ChangeTrial {
  const began = changing(undefined, { pod: before, changes: LOWERED, pods: [before] }, T0);
  if (began.kind !== 'began') throw new Error('nothing is followed');
  return began.trial;
}

function verdict(before: SeenPod, pods: readonly SeenPod[]): string {
  const found = judgeTrial(trialAfter(before), pods, { nowMs: T0 + HOUR, followedMs: 24 * HOUR });
  return found.kind === 'worse' ? `worse: ${found.how} ${found.container}` : found.kind;
}

describe('a change that lowers a CPU limit', () => {
  it.each<[string, string, SeenPod, SeenPod[]]>([
    [
      'is worse if it is throttled since',
      'worse: throttled app',
      former({ share: 0.02 }),
      [pod({ share: 0.3 })],
    ],
    ['is not blamed for less than a tenth', 'pending', former({ share: 0.02 }), [pod({ share: 0.09 })]],
    ['is not blamed if it was throttled before', 'pending', former({ share: 0.2 }), [pod({ share: 0.3 })]],
    ['is not blamed while it is unknown what was before', 'pending', former(), [pod({ share: 0.3 })]],
    ['is not blamed while it is unknown what is now', 'pending', former({ share: 0 }), [pod()]],
    [
      'is not blamed while the container starts',
      'pending',
      former({ share: 0 }),
      [pod({ share: 0.3, lookMs: T0 + 10 * 60_000 })],
    ],
    [
      'is not blamed if the limit is what it was',
      'pending',
      former({ share: 0, limit: 500 }),
      [pod({ share: 0.3, limit: 500 })],
    ],
    [
      'is not blamed if pods with the former limit are throttled too',
      'pending',
      former({ share: 0 }),
      [pod({ share: 0.3 }), former({ share: 0.3, lookMs: T0 + HOUR })],
    ],
  ])('%s', (_what, expected, before, pods) => {
    expect(verdict(before, pods)).toBe(expected);
  });

  it('keeps what was before in the note that survives a restart', () => {
    const trial = trialAfter(former({ share: 0.02 }));
    expect(trial.containers.get('app')).toMatchObject({ throttled: 0.02, cpuLimit: 800 });
    expect(outcomesIn(notedOfAll({ trial, undone: 0 })).get(ALL_PODS)?.trial).toEqual(trial);
  });

  it('was not the cause if it is throttled with the former requests again', () => {
    const held: HeldAmounts = {
      how: 'throttled',
      container: 'app',
      sinceMs: T0,
      triedMs: T0 - HOUR,
      untilMs: T0 + 24 * HOUR,
      containers: new Map([['app', { from: cpu(400), to: cpu(200) }]]),
      program: 'one',
      policy: 'p',
    };
    const back = (share: number) => pod({ milli: 400, share });
    expect(judgeHeld(held, [back(0.05)], 'p', { nowMs: T0 + HOUR, undone: 1 }).kind).toBe('held');
    expect(judgeHeld(held, [back(0.4)], 'p', { nowMs: T0 + HOUR, undone: 1 }).kind).toBe('refuted');
  });
});
