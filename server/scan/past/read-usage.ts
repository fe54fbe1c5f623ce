import type { ClusterCaches } from '../../kube/caches';
import type { ProblemReporter } from '../../kube/problems';
import { silentLogger } from '../../lib/report/log';
import type { Clock } from '../../lib/time/clock';
import { deadline } from '../../lib/time/deadline';
import { Slices } from '../../lib/time/slices';
import { knownPods } from '../../recommender/past/known-pods';
import type { KnownPods } from '../../usage/prometheus/pod-labels';
import type { TimeSpan } from '../../usage/source';
import { PAST_SOURCES } from '../../usage/sources';
import { formatShare } from '../../words/counts';
import type { ProblemCode } from '../../words/problems';
import type { FoundStore } from '../cluster/find-store';
import type { PodGroups } from '../cluster/pod-groups';
import type { ScanProgress } from '../progress';
import { readKnownPast, writeKnownPast } from './cache-file';
import { KnownPast } from './known-past';
import type { UsageAsked } from './usage-asked';

/** A store that brings nothing for so long is not waited for, in real ms; one that refuses, a shorter time. */
const SILENT_MS = 150_000;
const REFUSING_MS = 20_000;

interface ReadParts extends Pick<UsageAsked, 'caches' | 'groups' | 'span' | 'stepMs' | 'memorySteps'> {
  readonly store: FoundStore;
  readonly namespaces?: readonly string[] | undefined;
  /** Where it is kept for the next scan; nowhere if absent. */
  readonly cacheDir?: string | undefined;
  /** What it is the past of. */
  readonly of: string;
  readonly progress: ScanProgress;
  readonly wallClock: Clock;
  readonly stopping: AbortSignal;
}

/** What is known of the past, and what is missing of it, in words. */
interface ReadPast {
  readonly past: KnownPast;
  readonly missing: readonly string[];
  readonly lacking: Lacking;
}

/** The namespaces of which a store refused a part, or answered in part. */
export class Lacking {
  private readonly namespaces = new Set<string>();
  private isAny = false;

  /** None means all. */
  add(namespaces: readonly string[]): void {
    if (namespaces.length === 0) this.isAny = true;
    for (const one of namespaces) this.namespaces.add(one);
  }

  get isEmpty(): boolean {
    return !this.isAny && this.namespaces.size === 0;
  }

  has(namespace: string): boolean {
    return this.isAny || this.namespaces.has(namespace);
  }
}

/** Reads what containers used, or the rest of what is kept. Ends early, with what came, when `stopping` aborts. */
export async function readUsage(parts: ReadParts): Promise<ReadPast> {
  const { span, stepMs, cacheDir, of, stopping } = parts;
  // What is kept ends where this begins, at the latest.
  const mostSteps = 2 * Math.ceil((span.toMs - span.fromMs) / stepMs) + 2;
  const kept = cacheDir === undefined ? undefined : await readKnownPast(cacheDir, of, mostSteps);
  const past = kept && keepsSince(kept, span, stepMs) ? kept : new KnownPast(stepMs, mostSteps);
  past.forgetBefore(span.fromMs);
  const lacking = new Lacking();
  const more = await load(parts, past, { ...span, fromMs: past.untilMs || span.fromMs }, lacking);
  // Of the little that is read after what is kept, nothing may well be there.
  const missing = past.size > 0 && more.isEmpty && lacking.isEmpty ? [] : more.missing;
  if (missing.length > 0 || stopping.aborted || cacheDir === undefined) return { past, missing, lacking };
  past.untilMs = Math.ceil(span.toMs / stepMs) * stepMs;
  try {
    await writeKnownPast(cacheDir, of, past);
  } catch {
    // The next scan reads all of it again.
  }
  return { past, missing, lacking };
}

/** Whether what is kept begins before the span does; its beginning is in the name of the file. */
function keepsSince({ untilMs }: KnownPast, { fromMs, toMs }: TimeSpan, stepMs: number): boolean {
  return untilMs > fromMs && untilMs <= toMs + stepMs;
}

async function load(
  { store, caches, groups, namespaces, stepMs, memorySteps, progress, wallClock, stopping }: ReadParts,
  past: KnownPast,
  span: TimeSpan,
  lacking: Lacking,
): Promise<{ missing: string[]; isEmpty?: boolean }> {
  const problems = new Heard();
  const before = past.samplesTaken;
  const { signal, renew, end } = deadline(wallClock, SILENT_MS, stopping);
  const source = PAST_SOURCES.prometheus({
    settings: { ...store.settings, historyResolutionMs: stepMs },
    known: knownHere(caches, groups),
    problems,
    wallClock,
    log: silentLogger,
    transport: store.transport,
    traits: store.traits,
  });
  let share = 0;
  problems.refused = () => renew(REFUSING_MS);
  const slices = new Slices();
  try {
    const stream = source.samples(span, {
      namespaces,
      memorySteps,
      stopping: signal,
      lacks: (of) => lacking.add(of),
      progress: ({ done, total }) => {
        share = total > 0 ? done / total : 0;
        progress.reached(done, total);
      },
    });
    for await (const series of stream) {
      const { namespace, pod } = series.container;
      past.take(series, caches.pods.get(namespace, pod) ? span.toMs : undefined);
      const pause = slices.breathe();
      if (!pause) continue;
      renew(SILENT_MS);
      await pause;
    }
    return { missing: problems.missing, isEmpty: past.samplesTaken === before };
  } catch (error) {
    if (stopping.aborted) return { missing: [`Stopped when ${formatShare(share)} of the usage was read.`] };
    if (!signal.aborted) throw error;
    lacking.add([]);
    const why = problems.refusal ?? 'it does not answer';
    return {
      missing: [`${store.title} stopped answering when ${formatShare(share)} of the usage was read: ${why}.`],
    };
  } finally {
    end();
    await source.close();
  }
}

/** Problems of usage that is missing, where the store answers. */
const OF_MISSING: ReadonlySet<string> = new Set<ProblemCode>([
  'prometheus-incomplete',
  'prometheus-partial',
  'prometheus-young',
]);

/** Hears what the source reports, for the notes of a scan. */
class Heard implements ProblemReporter {
  /** Why it cannot be asked now. */
  refusal: string | undefined;
  /** Called when that is first so. */
  refused: () => void = () => undefined;
  private readonly incomplete = new Map<string, string>();

  get missing(): string[] {
    const why = [...new Set(this.incomplete.values())];
    return why.length === 0 ? [] : [`The past is not complete: ${why.join('; ')}.`];
  }

  report(code: string, _about: string, detail = ''): void {
    if (OF_MISSING.has(code)) this.incomplete.set(code, detail);
    else {
      if (this.refusal === undefined) this.refused();
      this.refusal = detail;
    }
  }

  clear(code: string): void {
    if (!OF_MISSING.has(code)) this.refusal = undefined;
  }

  clearExcept(): void {}

  list(): readonly never[] {
    return [];
  }
}

/** Pods and what makes them, those in groups with the label of theirs; and the cores of their nodes. */
export function knownHere(caches: ClusterCaches, groups: PodGroups): KnownPods {
  const { pods, nodes } = caches;
  const known = knownPods(
    {
      pod: (namespace, name) => {
        const pod = pods.get(namespace, name);
        const labels = pod && groups.labelsOf(pod);
        return labels && { labels };
      },
      labelNames: (namespace) =>
        new Set([...pods.list(namespace)].flatMap(({ metadata }) => Object.keys(metadata.labels ?? {}))),
    },
    caches,
  );
  return {
    ...known,
    templateOf: (namespace, kind, name) =>
      groups.labelsOfOwned(namespace, kind, name) ?? known.templateOf(namespace, kind, name),
    coresOf: (namespace, name) => {
      const node = nodes.get('', pods.get(namespace, name)?.spec.nodeName ?? '');
      const cores = Number(node?.status?.capacity?.cpu);
      return cores > 0 ? cores : undefined;
    },
  };
}
