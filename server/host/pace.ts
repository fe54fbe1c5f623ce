import type { PaceView } from '../contract/status';
import type { PacedClock } from '../lib/time/clock';
import type { LoopListener, RunLabel } from '../lib/time/repeat';

/** Speeds that are chosen from, besides the wanted one. */
const SPEEDS = [
  1, 2, 3, 5, 8, 12, 20, 30, 45, 60, 90, 120, 180, 240, 360, 540, 720, 1080, 1440, 2160, 2880,
] as const;
/** So many passes say how long one takes: a single one may have met something else. */
const PASSES = 2;
/** A pass may take this share of its interval: the rest is for the cluster, and for who looks at it. */
const SHARE = 0.5;
/** It changes in steps, by this factor at most: what a pass takes at another speed is not known before. */
const MOST_AT_ONCE = 2;
/** Nor for less than this, so that the speed that people read rests. */
const LEAST_GAIN = 1.4;
/** Pods times speed that one core starts without a queue; what comes after is measured. */
const PODS_TIMES_SPEED = 100_000;

/** How fast the clock of a cluster of so many pods begins. */
export function firstSpeed(pods: number, most: number): number {
  return atMost(PODS_TIMES_SPEED / Math.max(1, pods), most);
}

/**
 * How fast the clock runs from now on, by the real milliseconds of the last passes, the latest last, of which one is due
 * every `everyMs` of the clock; undefined for as before.
 */
export function nextSpeed(
  passesMs: readonly number[],
  { speed, most, everyMs }: { speed: number; most: number; everyMs: number },
): number | undefined {
  if (passesMs.length < PASSES) return undefined;
  const bearable = (everyMs * SHARE) / Math.max(1, ...passesMs);
  if (passesMs.every((ms) => ms > everyMs / speed)) {
    const slower = atMost(Math.max(bearable, speed / MOST_AT_ONCE), most);
    return slower < speed ? slower : undefined;
  }
  const faster = atMost(Math.min(bearable, speed * MOST_AT_ONCE), most);
  return faster >= Math.min(most, speed * LEAST_GAIN) && faster > speed ? faster : undefined;
}

function atMost(speed: number, most: number): number {
  if (speed >= most) return most;
  return SPEEDS.findLast((one) => one <= speed) ?? 1;
}

/** Keeps the clock of an embedded cluster no faster than passes can follow on this machine. */
export class Pace implements LoopListener {
  private readonly passesMs = new Map<string, number[]>();
  private slowedBy: PaceView['slowedBy'] = { kind: 'size', pods: 0 };

  /** @param everyMs how often passes are due, by the name of their loop */
  constructor(
    private readonly clock: PacedClock,
    private readonly most: number,
    private readonly everyMs: Readonly<Record<string, number>>,
  ) {}

  /** Before a cluster of so many pods starts. */
  begin(pods: number): void {
    this.clock.pace(firstSpeed(pods, this.most));
    this.slowedBy = { kind: 'size', pods };
  }

  /** How fast it could run, and why it does not; undefined if it does. */
  get view(): PaceView | undefined {
    return this.clock.speed < this.most ? { most: this.most, slowedBy: this.slowedBy } : undefined;
  }

  ran(loop: string, outcome: RunLabel, seconds: number): void {
    const everyMs = this.everyMs[loop];
    // A run that is to be tried again was no whole pass.
    if (everyMs === undefined || outcome === 'retry' || outcome === 'failed') return;
    const passesMs = [...(this.passesMs.get(loop) ?? []), seconds * 1000].slice(-PASSES);
    this.passesMs.set(loop, passesMs);
    const next = nextSpeed(passesMs, { speed: this.clock.speed, most: this.most, everyMs });
    if (next === undefined || (next > this.clock.speed && !this.othersKeepUp(loop, next))) return;
    this.clock.pace(next);
    this.slowedBy = { kind: 'passes', passMs: Math.max(...passesMs), everyMs };
    this.passesMs.clear();
  }

  /** Whether the passes of the other loops bear the speed too. */
  private othersKeepUp(loop: string, speed: number): boolean {
    return Object.entries(this.everyMs).every(
      ([other, everyMs]) =>
        other === loop || (this.passesMs.get(other) ?? []).every((ms) => ms <= (everyMs * SHARE) / speed),
    );
  }
}
