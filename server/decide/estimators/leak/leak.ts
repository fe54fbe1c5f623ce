import type { MemoryCourse } from './course';
import { medianOf } from './slope';

/** One life of a container that is over, or that goes on. */
export interface Life {
  readonly startMs: number;
  readonly lengthMs: number;
  readonly peakBytes: number;
  readonly isKilled: boolean;
  readonly isOver: boolean;
  readonly course: MemoryCourse;
}

/** What a container leaks, from its last lives. */
export interface Leak {
  readonly bytesPerHour: number;
  /** What it has at its start, without the leak. */
  readonly startBytes: number;
  /** How far its memory is above the line at times. */
  readonly aboveBytes: number;
  /** The lives in which it rose until the end. */
  readonly lives: number;
  /** How long a life was that ended by an OOM kill, the middle one; absent if fewer than two did. */
  readonly killedAfterMs?: number;
  /** How long the others were, the middle one; absent unless most lives end so. */
  readonly endedAfterMs?: number;
}

/** The lives that count. */
export const MOST_LIVES = 8;
const FEWEST_LIVES = 3;
/** The share of all lives that must rise, and of these that must rise about equally. */
const MOST_OF_THEM = 2 / 3;
/** Both while the leak is known. */
const FEWEST_IF_KNOWN = 2;
const SHARE_IF_KNOWN = 1 / 3;
/** Slopes within this factor of the middle one are about equal. */
const ABOUT_EQUAL = 2;
/** The share of a life for which its rise is certain: that it just ended would not show yet. */
const PROVEN = 0.75;
/** The sum of 1/1.2^n. */
const RAISED_LIVES = 6;
const HOUR_MS = 3_600_000;

export interface KnownLives {
  /** The last ones that are over, at most `MOST_LIVES`. */
  readonly over: readonly Life[];
  readonly going: readonly Life[];
  /** The length of all that rose since the last that settled, also of those before the last ones. */
  readonly risenMs: number;
  /** Whether they showed a leak when the last one ended: then fewer will do, so that noise takes nothing back. */
  readonly isKnown: boolean;
}

/**
 * The leak that explains the lives of a container; undefined if none does. A cache that fills rises too, until it is
 * full: one life in which memory settles, and there is no leak; and what rises for less than `leastMs` may still be
 * such a cache, unless it is killed at the same height time and again.
 */
export function leakOf({ over, going, risenMs, isKnown }: KnownLives, leastMs: number): Leak | undefined {
  if ([...over, ...going].some(({ course }) => course.kind === 'settles')) return undefined;
  const ended = over.flatMap(rising);
  const [fewest, share] = isKnown ? [FEWEST_IF_KNOWN, SHARE_IF_KNOWN] : [FEWEST_LIVES, MOST_OF_THEM];
  if (ended.length < fewest || ended.length < over.length * share) return undefined;
  const rises = [...ended, ...going.flatMap(rising)];
  const bytesPerMs = medianOf(rises.map(({ course }) => course.bytesPerMs));
  const isLike = (slope: number) => slope < bytesPerMs * ABOUT_EQUAL && slope > bytesPerMs / ABOUT_EQUAL;
  const alike = rises.filter(({ course }) => isLike(course.bytesPerMs));
  if (alike.length < rises.length * share) return undefined;
  if (!isKnown && !areLongEnough({ ended, rises, risenMs }, leastMs)) return undefined;
  const killed = ended.filter(({ isKilled }) => isKilled).map(({ lengthMs }) => lengthMs);
  const others = ended.filter(({ isKilled }) => !isKilled).map(({ lengthMs }) => lengthMs);
  return {
    bytesPerHour: bytesPerMs * HOUR_MS,
    startBytes: medianOf(rises.map(({ course }) => course.startBytes)),
    aboveBytes: medianOf(
      rises.map(({ peakBytes, lengthMs, course }) =>
        Math.max(0, peakBytes - course.startBytes - course.bytesPerMs * lengthMs),
      ),
    ),
    lives: ended.length,
    ...(killed.length >= 2 && { killedAfterMs: medianOf(killed) }),
    ...(others.length > killed.length && { endedAfterMs: medianOf(others) }),
  };
}

/** What a container needs to live for `lifeMs`, or for as long as it does when nothing kills it. */
export function bytesForLife(leak: Leak, lifeMs: number, marginFraction: number): number {
  const { bytesPerHour, startBytes, aboveBytes, endedAfterMs = 0 } = leak;
  const grown = (bytesPerHour * Math.max(lifeMs, endedAfterMs)) / HOUR_MS;
  return (startBytes + grown + aboveBytes) * (1 + marginFraction);
}

type Rising = Life & { readonly course: Extract<MemoryCourse, { kind: 'rises' }> };

function rising(life: Life): Rising[] {
  return life.course.kind === 'rises' ? [life as Rising] : [];
}

/** Whether three lives, one of them long, are longer than a cache takes to fill, or all are cut off, at one height or at rising ones. */
function areLongEnough(
  { ended, rises, risenMs }: { ended: readonly Life[]; rises: readonly Life[]; risenMs: number },
  leastMs: number,
): boolean {
  const lengths = longestFirst(rises);
  const provenMs = (lengths[0] ?? 0) * PROVEN;
  if (provenMs >= leastMs && (lengths[FEWEST_LIVES - 1] ?? 0) >= leastMs / 2) return true;
  const [longest = 0, ...others] = longestFirst(ended);
  if (ended.length < MOST_LIVES) return false;
  const areEqual = (others.at(-1) ?? 0) >= longest / 2;
  if (areEqual && risenMs >= 2 * leastMs) return true;
  // With a fifth more memory after each kill, a cache is full before its lives are six times as long together.
  return ended.every(({ isKilled }) => isKilled) && risenMs > RAISED_LIVES * leastMs;
}

function longestFirst(lives: readonly Life[]): number[] {
  return lives.map(({ lengthMs }) => lengthMs).sort((a, b) => b - a);
}
