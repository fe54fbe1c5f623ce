import { type Repeating, repeat } from '@/server/lib/time/repeat';
import { Slices } from '@/server/lib/time/slices';
import type { ClusterState } from '@/server/model/cluster-state';
import type { SampleOutcome } from '@/server/model/cluster-types';
import type { PastContainer, PastKill, PastSource, TimeSpan } from '@/server/usage/source';
import type { ClusterContext } from '../../kube/role-context';
import { ofKey } from '../../lib/memo/of-key';
import type { RecommenderSettings } from '../settings';
import type { PastOfVpa, ServedVpa } from '../vpas/served-vpa';
import type { VpaStore } from '../vpas/vpa-store';
import { Intakes } from './intakes';
import { needOf } from './need';
import type { PastKindOf } from './past-kinds';
import { Progress } from './progress';

/** Real time between two checks for VPAs without a past; new ones come with a pass. */
const LOOK_EVERY_MS = 60_000;
/** Real time without a sample after which recommendations no longer wait for the past. */
const PATIENCE_MS = 10 * 60_000;
/** Whose kills are asked for together: more make a query long. */
const NAMESPACES_AT_ONCE = 50;

interface PastLoaderParts extends Pick<ClusterContext, 'clock' | 'wallClock' | 'log' | 'loops'> {
  config: RecommenderSettings;
  source: PastSource;
  state: ClusterState;
  vpaStore: Pick<VpaStore, 'get'> & { list(): readonly (ServedVpa & PastOfVpa)[] };
  counted(outcome: SampleOutcome, samples: number): void;
  kindOf?: PastKindOf;
  /** What a container was killed at, bytes, where the source does not tell its limit; 0 if unknown. */
  killedAt?(container: PastContainer): number;
  /** Until when its samples are of a former template, Unix ms; undefined if none are. */
  formerUntil?(container: PastContainer): number | undefined;
}

/** Namespaces whose past is loaded together. */
interface Job {
  span: TimeSpan;
  namespaces: Set<string>;
  /** All that it was for when it began. */
  readonly isOf: ReadonlySet<string>;
  /** All of the past, not only what came after checkpoints. */
  isWhole: boolean;
  intakes: Intakes;
  /** By container; undefined until they were asked for. */
  kills?: ReadonlyMap<string, readonly PastKill[]>;
}

/**
 * Loads the past of VPAs that lack all or part of it, in the background. It is kept like everything learned:
 * while the past of a VPA is loading, no checkpoint of it is written, so that a restart loads what is not in
 * a checkpoint, and nothing twice.
 */
export class PastLoader {
  readonly progress: Progress;
  private readonly loop: Repeating;
  /** Namespaces that were loaded completely. */
  private readonly complete = new Set<string>();
  /** Until when the past of a VPA was loaded. */
  private readonly loadedUntilMs = new WeakMap<ServedVpa, number>();
  /** A job that failed midway continues. */
  private job: Job | undefined;
  private lastNewsMs: number;
  /** The cluster's time at the last check: live samples come after it. */
  private lookedMs = 0;

  constructor(private readonly parts: PastLoaderParts) {
    const { wallClock, loops } = parts;
    this.progress = new Progress(wallClock, parts.log);
    this.lastNewsMs = wallClock.steady();
    this.loop = repeat({
      name: 'load-past',
      everyMs: LOOK_EVERY_MS,
      waitsFirst: true,
      wallClock,
      loops,
      run: async (stopping) => {
        for (let job = this.nextJob(); job && !stopping.aborted; job = this.nextJob())
          await this.load(job, stopping);
        return 'done' as const;
      },
    });
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * Whether a VPA should get a recommendation from what is there. While its past is loading, each part would
   * change it; the previous one stays until all is loaded, or nothing has come for a long time.
   */
  mayRecommend({ namespace, past }: Pick<ServedVpa, 'namespace' | 'past'>, hasFormer: boolean): boolean {
    if (past !== 'fetching' || this.isStalled) return true;
    return !hasFormer && !this.hasBegun({ namespace });
  }

  /** Decides which VPAs need a past; call it in each pass, once targets and checkpoints are known. */
  look(): void {
    const { config, clock, vpaStore } = this.parts;
    this.lookedMs = clock.now();
    let isNew = false;
    const { isStalled } = this;
    for (const served of vpaStore.list()) {
      if (isStalled && served.past === 'fetching' && !this.hasBegun(served)) served.past = 'awaited';
      if (served.past !== 'undecided') continue;
      const need = needOf(served, config, this.lookedMs);
      if (!need) continue;
      const isNeeded = need.kind !== 'nothing' && !this.complete.has(served.namespace);
      served.past = isNeeded ? 'fetching' : 'complete';
      isNew ||= isNeeded;
    }
    if (!isNew) return;
    if (!this.job) this.lastNewsMs = this.parts.wallClock.steady();
    this.loop.wake();
  }

  /** VPAs that need all of it go first: they wait longest. */
  private nextJob(): Job | undefined {
    if (this.job) return this.job;
    const { config, vpaStore } = this.parts;
    const toMs = this.lookedMs;
    const whole = new Set<string>();
    const gaps = new Set<string>();
    let gapFromMs = toMs;
    for (const served of vpaStore.list()) {
      if (!isWanted(served)) continue;
      const need = needOf(served, config, toMs);
      if (need?.kind !== 'gap') whole.add(served.namespace);
      else {
        gaps.add(served.namespace);
        gapFromMs = Math.min(gapFromMs, need.fromMs);
      }
    }
    const earliestMs = toMs - config.historyLengthMs;
    const isWhole = whole.size > 0;
    const namespaces = isWhole ? whole : gaps;
    if (namespaces.size === 0) return undefined;
    const span = { fromMs: isWhole ? earliestMs : Math.max(earliestMs, gapFromMs), toMs };
    const job: Job = {
      span,
      namespaces,
      isOf: new Set(namespaces),
      isWhole,
      intakes: new Intakes(
        this.parts.state,
        (container) => this.afterOf(container, span, isWhole),
        this.parts.counted,
        this.parts.kindOf,
        (container) => this.killsOf(container, job),
        this.parts.formerUntil,
      ),
    };
    this.job = job;
    return job;
  }

  /** @throws what the source throws; what came so far stays, and the job continues with the next run */
  private async load(job: Job, stopping: AbortSignal): Promise<void> {
    const { config, source, vpaStore, wallClock } = this.parts;
    const { span, namespaces, intakes } = job;
    const slices = new Slices();
    this.progress.begin(namespaces.size);
    job.kills ??= await this.killsIn(span, [...namespaces], stopping);
    const stream = source.samples(span, {
      namespaces: [...namespaces],
      stopping,
      lacks: (some) => this.noteLack(job, some),
      progress: (part) => this.progress.reached(part),
      ended: (namespace) => {
        intakes.end(namespace);
        namespaces.delete(namespace);
        this.progress.ended(namespaces.size);
        if (job.isWhole) this.complete.add(namespace);
        for (const served of vpaStore.list()) {
          if (served.namespace !== namespace || !isWanted(served)) continue;
          // A VPA that was added since and needs all of it gets its own job.
          if (!job.isWhole && needOf(served, config, span.toMs)?.kind !== 'gap') continue;
          served.past = 'complete';
          this.loadedUntilMs.set(served, span.toMs);
        }
        this.lastNewsMs = wallClock.steady();
      },
    });
    for await (const series of stream) {
      this.begins(series.container.namespace);
      const known = intakes.count;
      this.progress.took(intakes.take(series), intakes.count - known);
      this.lastNewsMs = wallClock.steady();
      const pause = slices.breathe();
      if (pause) await pause;
    }
    this.job = undefined;
    this.progress.done();
  }

  private noteLack({ isOf, span }: Job, namespaces: readonly string[]): void {
    const { config, vpaStore } = this.parts;
    const lacking = namespaces.length > 0 ? new Set(namespaces) : isOf;
    for (const served of vpaStore.list())
      if (lacking.has(served.namespace)) served.lacksPastUntilMs = span.toMs + config.historyLengthMs;
  }

  private async killsIn(span: TimeSpan, namespaces: readonly string[], stopping: AbortSignal) {
    const { source } = this.parts;
    const kills: PastKill[] = [];
    for (let from = 0; source.kills && from < namespaces.length; from += NAMESPACES_AT_ONCE) {
      const some = namespaces.slice(from, from + NAMESPACES_AT_ONCE);
      kills.push(...(await source.kills(span, { namespaces: some, stopping })));
    }
    return byContainer(kills);
  }

  private killsOf(container: PastContainer, { kills }: Job) {
    const { config, killedAt = () => 0 } = this.parts;
    return (kills?.get(keyOf(container)) ?? []).map(({ atMs, limitBytes }) => ({
      atMs,
      bytes: (config.oomFromRequest ? undefined : limitBytes) ?? killedAt(container),
    }));
  }

  /** What comes now must be complete before it counts. */
  private begins(namespace: string): void {
    if (this.hasBegun({ namespace })) return;
    for (const served of this.parts.vpaStore.list())
      if (served.namespace === namespace && served.past === 'awaited') served.past = 'fetching';
  }

  private hasBegun({ namespace }: Pick<ServedVpa, 'namespace'>): boolean {
    return this.job?.intakes.hasBegun(namespace) ?? false;
  }

  private get isStalled(): boolean {
    return this.parts.wallClock.steady() - this.lastNewsMs > PATIENCE_MS;
  }

  /** What VPAs know of a container from checkpoints, or an earlier load, is not taken again. */
  private afterOf(
    { namespace, labels, container }: PastContainer,
    { fromMs }: TimeSpan,
    isWhole: boolean,
  ): number | undefined {
    const { state, vpaStore, config } = this.parts;
    let afterMs = fromMs - 1;
    let isMatched = false;
    for (const { name } of state.vpasFor(namespace, labels)) {
      const served = vpaStore.get(namespace, name);
      if (!served) continue;
      isMatched = true;
      const learnedMs = served.learnedUntilMs.get(container) ?? Number.NEGATIVE_INFINITY;
      afterMs = Math.max(afterMs, learnedMs, this.loadedUntilMs.get(served) ?? Number.NEGATIVE_INFINITY);
    }
    return isMatched || (isWhole && !config.memorySaver) ? afterMs : undefined;
  }
}

function byContainer(kills: readonly PastKill[]): ReadonlyMap<string, readonly PastKill[]> {
  const all = new Map<string, PastKill[]>();
  for (const kill of [...kills].sort((a, b) => a.atMs - b.atMs)) ofKey(all, keyOf(kill), () => []).push(kill);
  return all;
}

function keyOf({ namespace, pod, container }: Pick<PastKill, 'namespace' | 'pod' | 'container'>): string {
  return `${namespace}/${pod}/${container}`;
}

function isWanted({ past }: ServedVpa): boolean {
  return past === 'fetching' || past === 'awaited';
}
