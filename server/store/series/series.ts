import type { ClusterContext } from '../../kube/role-context';
import { ofKey } from '../../lib/memo/of-key';
import type { Clock } from '../../lib/time/clock';
import { type Repeating, type RunOutcome, repeat } from '../../lib/time/repeat';
import { Slices } from '../../lib/time/slices';
import { countOf } from '../../words/counts';
import type { Away } from '../away';
import { messageOf } from '../database-error';
import { InTime } from '../in-time';
import { adoptStored } from './adopted';
import { answeredInTime } from './answered-in-time';
import type { BlockError } from './block-codec';
import { readable } from './coarser';
import { type FormerPast, formerBlocks } from './former';
import { type Happening, happeningText } from './happening';
import { Happenings } from './happenings';
import { keyText, type SeriesKey, type SeriesPoint } from './point';
import { Recorder } from './recorder';
import { rollUp } from './roll-up';
import { rollUpSome } from './rolling-up';
import type { SeriesStore, StoredBlock } from './series-store';
import { blockStart, FINEST, TIERS, type Tier, tierFor, wideTier } from './tiers';

/** Blocks stored in one transaction: a few milliseconds of SQLite, which blocks the event loop. */
const BATCH = 50;
/** Rounds of rolling up and of removing per run, so that none takes long. */
const MOST_ROUNDS = 400;
/** Containers whose former days may wait to be stored. */
const MOST_FORMER = 5000;
/** Real time between two runs, however fast the cluster clock is. */
const LEAST_BEAT_MS = 1000;
/** A coarser tier speaks when it reaches back further by this much. */
const REACHES_BACK_MS = 2 * 3_600_000;
/** A page waits no longer for a database that does not answer. */
const UNANSWERED_MS = 5_000;
/** What happened, over all workloads; beyond that, the oldest is removed. */
const MOST_HAPPENINGS = 300_000;
/** How far back the finest tier fills in for what is not rolled up yet. */
const TAIL_MS = 24 * 3_600_000;

interface SeriesParts extends Pick<ClusterContext, 'wallClock' | 'log' | 'loops'> {
  open(): Promise<SeriesStore>;
  /** The cluster clock, which dates points. */
  clock: Clock;
  reach: Away;
  /** How often points are stored, in cluster time: what a crash may lose. */
  everyMs: number;
  keptMs: number;
  /** Whether stored data belongs to an embedded cluster that is gone, and is removed. */
  startsAnew?: boolean;
}

/** The past of one container, as requested. */
export interface ContainerPast {
  /** Oldest first. Between two further apart than `stepMs`, nothing is known. */
  points: SeriesPoint[];
  stepMs: number;
  /** Who recommended, each from its first hour on, oldest first. */
  recommenders: Recommended[];
  /** Whether the database answered; otherwise only unstored data is included. */
  isComplete: boolean;
}

/** The past of one of many containers. */
export interface WidePast {
  vpa: string;
  container: string;
  /** Oldest first; a step without data has none. */
  points: SeriesPoint[];
}

/** A recommender, and since when it recommends. */
export interface Recommended {
  name: string;
  fromMs: number;
}

type Stored = Omit<ContainerPast, 'stepMs'>;

export interface PastSpan {
  fromMs: number;
  toMs: number;
}

/** Recommendations, requests and usage of containers, kept for months in steps that grow with age. */
export class Series {
  private readonly recorder = new Recorder();
  private readonly happened = new Happenings();
  private readonly happeningListeners = new Set<(happening: Happening) => void>();
  /** Of former days, yet to be stored. */
  private readonly former: FormerPast[] = [];
  private formerStored = 0;
  private readonly loop: Repeating;
  private opening: Promise<SeriesStore> | undefined;
  private isClosed = false;
  private isUsed = false;
  private readonly startedMs: number;

  private readonly inTime: InTime;

  constructor(private readonly parts: SeriesParts) {
    const { clock, wallClock, loops, everyMs } = parts;
    this.inTime = new InTime(wallClock, UNANSWERED_MS);
    this.startedMs = clock.now();
    this.loop = repeat({
      name: 'series',
      everyMs: Math.max(everyMs, LEAST_BEAT_MS * clock.speed),
      clock,
      wallClock,
      loops,
      waitsFirst: true,
      run: (signal) => this.run(signal),
    });
  }

  /** Blocks of an hour that were lost while the database was unavailable. */
  get dropped(): number {
    return this.recorder.dropped;
  }

  /** Takes a point; returns at once and never fails. */
  add(key: SeriesKey, recommender: string, point: SeriesPoint): void {
    this.isUsed = true;
    this.recorder.add(key, recommender, point);
  }

  /** Takes what happened to a workload; returns at once and never fails. */
  addHappening(happening: Happening): void {
    this.isUsed = true;
    this.happened.add(happening);
    for (const listener of this.happeningListeners) listener(happening);
  }

  /** Calls `listener` with whatever this process sees happen; the returned function ends that. */
  onHappening(listener: (happening: Happening) => void): () => void {
    this.happeningListeners.add(listener);
    return () => this.happeningListeners.delete(listener);
  }

  /**
   * Takes what another source knows of former days, oldest first, at steps of `stepMs`; what is known already stays.
   * Returns at once and never fails.
   */
  addFormer(key: SeriesKey, points: readonly SeriesPoint[], stepMs: number): void {
    this.isUsed = true;
    if (this.former.length >= MOST_FORMER) this.former.shift();
    this.former.push({ key, points, stepMs });
    this.loop.wake();
  }

  /** Changes whenever this process has something new to tell of a container. */
  revisionOf(key: SeriesKey): string {
    return `${this.recorder.revisionOf(key)} ${this.happened.revision} ${this.formerStored}`;
  }

  /**
   * @param most maximum number of points; steps are as long as that requires
   * @throws RangeError unless the span begins before its end and `most` is at least 1
   */
  async past(key: SeriesKey, { fromMs, toMs }: PastSpan, most: number): Promise<ContainerPast> {
    if (!(fromMs < toMs) || !(most >= 1)) throw new RangeError('a span needs a beginning before its end');
    const { tier, points: stored, recommenders, isComplete } = await this.finest(key, { fromMs, toMs });
    const stepMs = tier.stepMs * Math.max(1, Math.ceil((toMs - fromMs) / tier.stepMs / most));
    const known = new Map(stored.map((point) => [point.atMs, point]));
    const lastMs = stored.at(-1)?.atMs ?? fromMs;
    const tail =
      isComplete && tier !== FINEST ? await this.tail(key, Math.max(lastMs, toMs - TAIL_MS), toMs) : [];
    const finest = new Map(
      [...tail, ...(await this.recorder.recent(key))].map((point) => [point.atMs, point]),
    );
    const newer = [...finest.values()].sort(byTime).filter(({ atMs }) => atMs >= lastMs);
    for (const point of rollUp(newer, tier.stepMs)) known.set(point.atMs, point);
    const points = [...known.values()].filter(({ atMs }) => atMs >= fromMs && atMs < toMs).sort(byTime);
    const name = this.recorder.recommenderOf(key);
    const newest = newer.at(-1)?.atMs;
    if (name !== undefined && newest !== undefined) recommenders.push({ name, fromMs: newest });
    return {
      points: stepMs > tier.stepMs ? rollUp(points, stepMs) : points,
      stepMs,
      recommenders: changesOf(recommenders),
      isComplete,
    };
  }

  /** What happened to a container, or to all of its workload: the newest `most`, oldest first. */
  async happenings(key: SeriesKey, span: PastSpan, most: number): Promise<Happening[]> {
    return (await this.happeningsKnown(key, span, most)).happenings;
  }

  /** The same, and whether the database answered: without it, only what is not stored yet is there. */
  async happeningsKnown(
    key: SeriesKey,
    { fromMs, toMs }: PastSpan,
    most: number,
  ): Promise<{ happenings: Happening[]; isComplete: boolean }> {
    const waiting = this.happened.unstored(
      ({ namespace, vpa, container, atMs }) =>
        namespace === key.namespace &&
        vpa === key.vpa &&
        (container === key.container || container === '') &&
        atMs >= fromMs &&
        atMs < toMs,
    );
    const stored = await this.asked((store) => store.happenings(key, { fromMs, toMs }, most));
    const all = new Map([...(stored ?? []), ...waiting].map((one) => [happeningText(one), one]));
    const happenings = [...all.values()].sort(byTime).slice(-most);
    return { happenings, isComplete: stored !== undefined };
  }

  /**
   * The past of all containers of some VPAs, in hours or days and without what is too new for that; in one query.
   * Undefined if the database does not answer.
   */
  async pastOf(namespace: string, vpas: readonly string[], span: PastSpan): Promise<WidePast[] | undefined> {
    const tier = wideTier(span);
    const starts = { fromMs: blockStart(tier, span.fromMs), toMs: span.toMs };
    const blocks = await this.asked((store) => store.readOf(namespace, vpas, tier, starts));
    if (!blocks) return undefined;
    const slices = new Slices();
    const pasts = new Map<string, WidePast>();
    for (const block of blocks) {
      const { vpa, container } = block;
      const past = ofKey(pasts, keyText(block), () => ({ vpa, container, points: [] }));
      const points = (await readable(block, this.unreadable))?.points() ?? [];
      past.points.push(...points.filter(({ atMs }) => atMs >= span.fromMs && atMs < span.toMs));
      await slices.breathe();
    }
    return [...pasts.values()];
  }

  /** The containers that may have points in the span. @throws what the database throws */
  async keys({ fromMs, toMs }: PastSpan): Promise<SeriesKey[]> {
    const store = await this.opened();
    const all = new Map<string, SeriesKey>();
    for (const tier of TIERS.slice(tierFor(fromMs, this.parts.clock.now()).number))
      for (const key of await store.keys(tier, { fromMs: blockStart(tier, fromMs), toMs }))
        all.set(keyText(key), key);
    for (const key of this.recorder.keys()) all.set(keyText(key), key);
    return [...all.values()];
  }

  /** Stores new points, rolls up finished hours, removes what is too old. @throws what the database throws */
  async beat(signal?: AbortSignal): Promise<void> {
    if (!this.isUsed) return;
    await this.flush();
    await this.happened.flush(() => this.opened());
    await this.storeFormer(signal);
    await this.tidy(signal);
  }

  private async run(signal: AbortSignal): Promise<RunOutcome> {
    const { reach, log } = this.parts;
    try {
      await this.beat(signal);
      reach.back();
      return 'done';
    } catch (err) {
      log.debug({ err }, 'The past could not be stored');
      const lost = this.dropped > 0 ? `; ${countOf(this.dropped, 'hour')} of containers lost` : '';
      reach.away(`${messageOf(err)}${lost}`);
      return 'retry';
    }
  }

  private async storeFormer(signal?: AbortSignal): Promise<void> {
    for (let former = this.former[0]; former && !signal?.aborted; former = this.former[0]) {
      const store = await this.opened();
      await store.write(await formerBlocks(store, former, this.unreadable));
      this.former.shift();
      this.formerStored++;
    }
  }

  private async flush(): Promise<void> {
    const unstored = this.recorder.unstored(this.parts.clock.now());
    if (unstored.length === 0) return;
    const store = await this.opened();
    const begun = unstored.filter((one) => !one.isKnown && one.startMs <= this.startedMs);
    await adoptStored(store, begun, this.unreadable);
    const slices = new Slices();
    for (let from = 0; from < unstored.length; from += BATCH) {
      const batch = unstored.slice(from, from + BATCH);
      const packing = [];
      for (const one of batch) {
        packing.push(one.pack());
        await slices.breathe();
      }
      const packed = await Promise.all(packing);
      await store.write(packed.map(({ block }) => block));
      for (const { stored } of packed) stored();
      for (const one of batch) this.recorder.release(one);
    }
  }

  /** Stores what waits if the database answers. */
  async close(): Promise<void> {
    await this.loop.stop();
    await this.flush().catch((err: unknown) =>
      this.parts.log.warn({ err }, 'The last minutes could not be stored'),
    );
    this.isClosed = true;
  }

  private async tidy(signal?: AbortSignal): Promise<void> {
    const store = await this.opened();
    const nowMs = this.parts.clock.now();
    for (let round = 0; round < MOST_ROUNDS && !signal?.aborted; round++)
      if ((await rollUpSome(store, nowMs, this.unreadable)) === 0) break;
    for (const tier of TIERS) {
      const before = nowMs - Math.min(tier.keptMs, this.parts.keptMs) - tier.blockMs;
      for (let round = 0; round < MOST_ROUNDS && !signal?.aborted; round++)
        if ((await store.prune(tier, before)) === 0) break;
    }
    for (let round = 0; round < MOST_ROUNDS && !signal?.aborted; round++)
      if ((await store.pruneHappenings(nowMs - this.parts.keptMs, MOST_HAPPENINGS)) === 0) break;
  }

  /** From the finest tier that reaches back as far as any. */
  private async finest(key: SeriesKey, span: PastSpan): Promise<Stored & { tier: Tier }> {
    const first = tierFor(span.fromMs, this.parts.clock.now());
    let best = { tier: first, ...(await this.stored(key, first, span)) };
    for (const tier of TIERS.slice(first.number + 1, -1)) {
      const firstMs = best.points[0]?.atMs ?? span.toMs;
      if (!best.isComplete || firstMs - span.fromMs < tier.stepMs) return best;
      const coarser = await this.stored(key, tier, span);
      const coarserMs = coarser.points.find(({ atMs }) => atMs >= span.fromMs)?.atMs ?? span.toMs;
      if (firstMs - coarserMs >= REACHES_BACK_MS) best = { tier, ...coarser };
    }
    return best;
  }

  private async stored(key: SeriesKey, tier: Tier, { fromMs, toMs }: PastSpan): Promise<Stored> {
    const found = await this.asked(async (store) => {
      const blocks = await store.read(key, tier, { fromMs: blockStart(tier, fromMs), toMs });
      const read = await Promise.all(blocks.map((block) => readable(block, this.unreadable)));
      const points = read.map((block) => block?.points() ?? []);
      const recommenders = blocks.flatMap(({ recommender: name }, index) => {
        const first = points[index]?.find(({ atMs }) => atMs >= fromMs);
        return name === '' || !first ? [] : [{ name, fromMs: first.atMs }];
      });
      return { points: points.flat(), recommenders };
    });
    return found ? { ...found, isComplete: true } : { points: [], recommenders: [], isComplete: false };
  }

  /** Undefined if the database does not answer. */
  private async asked<T>(question: (store: SeriesStore) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.inTime.answer(this.opened().then(question));
    } catch (err) {
      this.parts.log.debug({ err }, 'The past could not be read');
      return undefined;
    }
  }

  private async tail(key: SeriesKey, fromMs: number, toMs: number): Promise<SeriesPoint[]> {
    const { points } = await this.stored(key, FINEST, { fromMs, toMs });
    return points;
  }

  private async opened(): Promise<SeriesStore> {
    if (this.isClosed && !this.opening) throw new Error('closed before the database was opened');
    this.opening ??= this.openedFirst().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async openedFirst(): Promise<SeriesStore> {
    const store = answeredInTime(await this.parts.open(), this.parts.wallClock);
    if (this.parts.startsAnew) await store.clear();
    return store;
  }

  private readonly unreadable = (
    err: BlockError,
    { namespace, vpa, container, startMs }: StoredBlock,
  ): void => {
    const since = new Date(startMs).toISOString();
    this.parts.log.warn({ err, namespace, vpa, container, since }, 'A part of the past cannot be read');
  };
}

function byTime(a: { atMs: number }, b: { atMs: number }): number {
  return a.atMs - b.atMs;
}

/** Only those that differ from the one before. */
function changesOf(recommenders: readonly Recommended[]): Recommended[] {
  return recommenders.filter(({ name }, index) => name !== recommenders[index - 1]?.name);
}
