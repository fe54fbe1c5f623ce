import type { LifeStart } from '../../../model/observation';
import { type SavedEvidence, SavedEvidenceError } from '../estimator';
import { isAmount, objectIn } from '../saved-values';
import { courseOf, courseOfShort, type MemoryCourse } from './course';
import { type Leak, type Life, leakOf, MOST_LIVES } from './leak';
import { type LowPoint, MemoryOfLife, type SavedMemoryOfLife } from './memory-of-life';
import { slopeOf } from './slope';

/** Containers of one name that are watched at once; the others of a workload are like them. */
const MOST_WATCHED = 3;
/** After this long without a sample, a container is no longer watched. */
const LOST_AFTER_MS = 15 * 60_000;
const MOST_SAVED_PARTS = 16;

/** A life that rose to so many times what it had at its start rose far. */
const FAR = 2;
/** A life that nothing killed tells of the next one from this length on: work that ends sooner fills its memory once. */
const LEAST_TO_TELL_MS = 3_600_000;

interface Watched {
  readonly instance: number;
  readonly memory: MemoryOfLife;
  isKilled: boolean;
  /** What it was when so much of it was over. */
  seen?: { readonly over: number; readonly course: MemoryCourse };
  hasRisenFar?: boolean;
}

/** The last lives of the containers of one name, in at most some 1.5 kB. */
export class MemoryLives {
  private watched: Watched[] = [];
  /** Lives that went on when they were saved, until their container is seen again. */
  private left: MemoryOfLife[] = [];
  private over: Life[] = [];
  /** What was measured of the last lives too short to tell by themselves; not kept over a restart. */
  private short: (readonly LowPoint[])[] = [];
  private risenMs = 0;
  private isKnown = false;

  /** @param leastMs see `leakOf` */
  constructor(private readonly leastMs: number) {}

  /** @param instance tells containers apart that live at the same time @param timeMs Unix ms */
  addMemory(instance: number, { startMs, isAfterKill }: LifeStart, bytes: number, timeMs: number): void {
    if (timeMs < startMs) return;
    let own = this.watched.find((one) => one.instance === instance);
    if (own && startMs > own.memory.startMs) {
      own.isKilled ||= isAfterKill;
      this.end(own);
      own = undefined;
    }
    own ??= this.watch(instance, startMs, timeMs);
    if (own?.memory.startMs === startMs) own.memory.add(bytes, timeMs);
  }

  /** An OOM kill ended the life that goes on. */
  noteKill(instance: number, timeMs: number): void {
    const own = this.watched.find((one) => one.instance === instance);
    if (own && timeMs >= own.memory.startMs) own.isKilled = true;
  }

  /** See `leakOf`. Costs next to nothing for containers without lives that rose. */
  leak(): Leak | undefined {
    if (!this.hasRisen) return undefined;
    const { over, risenMs, isKnown } = this;
    return leakOf({ over, going: this.goingOn(), risenMs, isKnown }, this.leastMs);
  }

  /**
   * Whether memory rose far, in a life that goes on or in one before, and no life is known in which it settles: whether
   * that is a leak or a cache that fills is known only later.
   */
  get onlyRises(): boolean {
    const courses = this.watched.map(courseSoFar);
    if ([...this.over.map(({ course }) => course), ...courses].some(({ kind }) => kind === 'settles'))
      return false;
    for (const [index, own] of this.watched.entries())
      own.hasRisenFar ||= risesFar({ course: courses[index], peakBytes: own.memory.peakBytes });
    return (
      this.watched.some(({ hasRisenFar }) => hasRisenFar) ||
      this.over.some((life) => risesFar(life) && (life.isKilled || life.lengthMs >= LEAST_TO_TELL_MS))
    );
  }

  /** Oldest first, those that go on last. */
  list(): Life[] {
    return [...this.over, ...this.goingOn()];
  }

  /** Undefined while there is nothing to keep: no life has risen. */
  save(): SavedEvidence | undefined {
    const going = [...this.watched.map(({ memory }) => memory), ...this.left];
    if (!this.hasRisen && !going.some((memory) => courseOf(memory).kind === 'rises')) return undefined;
    return {
      over: this.over,
      risenMs: this.risenMs,
      isKnown: this.isKnown,
      going: going.slice(0, MOST_WATCHED).map((memory) => memory.save()),
    };
  }

  /** @param untilMs nothing is younger @throws SavedEvidenceError */
  static load(saved: SavedEvidence, leastMs: number, untilMs: number): MemoryLives {
    const lives = new MemoryLives(leastMs);
    lives.over = listIn(saved.over, 'over', MOST_LIVES).map((life, index) =>
      readLife(life, `over[${index}]`, untilMs),
    );
    lives.isKnown = saved.isKnown === true;
    lives.risenMs = saved.risenMs === undefined ? 0 : amountIn(saved, 'risenMs', 'lives');
    lives.left = listIn(saved.going, 'going', MOST_WATCHED).map((memory, index) =>
      readMemory(memory, `going[${index}]`, untilMs),
    );
    return lives;
  }

  private get hasRisen(): boolean {
    return this.over.some(({ course }) => course.kind === 'rises');
  }

  private goingOn(): Life[] {
    return this.watched.map((own) => lifeOf(own, false));
  }

  private watch(instance: number, startMs: number, nowMs: number): Watched | undefined {
    for (const own of this.watched) if (nowMs - own.memory.lastMs > LOST_AFTER_MS) this.end(own);
    if (this.watched.length >= MOST_WATCHED) return undefined;
    const known = this.left.find((memory) => memory.startMs === startMs);
    this.left = this.left.filter((memory) => memory !== known);
    const own = { instance, memory: known ?? new MemoryOfLife(startMs), isKilled: false };
    this.watched.push(own);
    return own;
  }

  /** A life ended by a kill before it could tell, as those like it together tell. */
  private amongShort(life: Life, points: readonly LowPoint[]): Life {
    if (!life.isKilled || life.course.kind !== 'unclear' || points.length < 2) return life;
    this.short = [...this.short, points].slice(-MOST_LIVES);
    const together = courseOfShort(this.short);
    return together.kind === 'rises'
      ? { ...life, course: { ...together, bytesPerMs: slopeOf(points) } }
      : life;
  }

  private end(own: Watched): void {
    this.watched = this.watched.filter((one) => one !== own);
    const life = this.amongShort(lifeOf(own, true), own.memory.lowsAfterWarmUp());
    if (life.course.kind === 'rises') this.risenMs += life.lengthMs;
    if (life.course.kind === 'settles') [this.risenMs, this.short] = [0, []];
    if (life.course.kind !== 'unclear' || life.lengthMs >= LOST_AFTER_MS)
      this.over = [...this.over, life].slice(-MOST_LIVES);
    this.isKnown = this.leak() !== undefined;
  }
}

/** Told anew with each part that is over: it is asked for in every pass. */
function courseSoFar(own: Watched): MemoryCourse {
  const over = own.memory.partsOver;
  if (own.seen?.over !== over) own.seen = { over, course: courseOf(own.memory) };
  return own.seen.course;
}

function risesFar({ course, peakBytes }: { course: MemoryCourse | undefined; peakBytes: number }): boolean {
  return course?.kind === 'rises' && peakBytes >= course.startBytes * FAR;
}

function lifeOf({ memory, isKilled }: Watched, isOver: boolean): Life {
  const { startMs, ageMs: lengthMs, peakBytes } = memory;
  return { startMs, lengthMs, peakBytes, isKilled, isOver, course: courseOf(memory) };
}

function listIn(value: unknown, field: string, atMost: number): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > atMost)
    throw new SavedEvidenceError(field, `is no list of at most ${atMost}`);
  return value;
}

function amountIn(saved: SavedEvidence, name: string, field: string): number {
  const value = saved[name];
  if (!isAmount(value)) throw new SavedEvidenceError(`${field}.${name}`, 'is no amount');
  return value;
}

function readLife(value: unknown, field: string, untilMs: number): Life {
  const saved = objectIn(value, field);
  const startMs = amountIn(saved, 'startMs', field);
  const lengthMs = amountIn(saved, 'lengthMs', field);
  if (startMs + lengthMs > untilMs) throw new SavedEvidenceError(field, 'is to come');
  return {
    startMs,
    lengthMs,
    peakBytes: amountIn(saved, 'peakBytes', field),
    isKilled: saved.isKilled === true,
    isOver: true,
    course: readCourse(saved.course, `${field}.course`),
  };
}

function readCourse(value: unknown, field: string): MemoryCourse {
  const saved = objectIn(value, field);
  if (saved.kind === 'settles' || saved.kind === 'unclear') return { kind: saved.kind };
  if (saved.kind !== 'rises') throw new SavedEvidenceError(field, 'is none');
  return {
    kind: 'rises',
    bytesPerMs: amountIn(saved, 'bytesPerMs', field),
    startBytes: amountIn(saved, 'startBytes', field),
  };
}

function readMemory(value: unknown, field: string, untilMs: number): MemoryOfLife {
  const saved = objectIn(value, field);
  const [startMs, lastMs, peak, partMs] = ['startMs', 'lastMs', 'peak', 'partMs'].map((name) =>
    amountIn(saved, name, field),
  ) as [number, number, number, number];
  if (lastMs > untilMs || startMs > lastMs) throw new SavedEvidenceError(field, 'is to come');
  if (!(partMs >= 1) || lastMs - startMs >= partMs * MOST_SAVED_PARTS)
    throw new SavedEvidenceError(`${field}.partMs`, 'is too short for its life');
  const lows = listIn(saved.lows, `${field}.lows`, MOST_SAVED_PARTS).map((low) => {
    if (low !== null && !isAmount(low))
      throw new SavedEvidenceError(`${field}.lows`, 'has one that is no amount');
    return low;
  });
  return MemoryOfLife.load({ startMs, lastMs, peak, partMs, lows } satisfies SavedMemoryOfLife);
}
