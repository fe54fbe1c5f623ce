import { signalsFrom } from '../../config/signals';
import { memoryFollowedBy } from '../../decide/features/memory-follows/follows-heap';
import { ProblemBoard } from '../../kube/problems';
import { errorText } from '../../lib/report/errors';
import { silentLogger } from '../../lib/report/log';
import { deadline } from '../../lib/time/deadline';
import { type OtherSignal, RSS_SIGNAL } from '../../model/other-signals';
import { selectorMatches } from '../../objects/selector';
import { PrometheusSignals } from '../../usage/prometheus/signals';
import { countOf } from '../../words/counts';
import type { FoundStore } from '../cluster/find-store';
import type { ScanTarget } from '../cluster/targets';
import type { ScanOptions } from '../options';
import { KnownPast, type KnownSeries } from './known-past';
import { knownHere, Lacking } from './read-usage';
import type { UsageAsked } from './usage-asked';

/** A store that brings nothing for so long is not waited for, in real ms. */
const SILENT_MS = 60_000;

/** Memory without page cache of the workloads whose VPAs follow it. */
export interface KnownRss {
  readonly signal: OtherSignal;
  /** Its column of memory holds it; undefined if it is unknown, or known in part. */
  of(target: ScanTarget): readonly KnownSeries[] | undefined;
  /** Why it is unknown, in words; empty if nothing is. */
  readonly notes: readonly string[];
}

/** Whether the memory of a workload follows what it uses without page cache, by the VPA that it has. */
export function followsRss({ vpa }: ScanTarget, { recommender }: Pick<ScanOptions, 'recommender'>): boolean {
  return vpa !== undefined && recommender === undefined && memoryFollowedBy(vpa) === 'rss';
}

/** Asks a store for it, of the namespaces in which a VPA follows it; undefined where none does. */
export async function readRss(
  options: ScanOptions,
  { config, caches, groups, span, stepMs, targets }: UsageAsked,
  store: FoundStore,
): Promise<KnownRss | undefined> {
  const following = targets.filter((target) => followsRss(target, options));
  const signal = signalsFrom(config).find(({ name }) => name === RSS_SIGNAL);
  if (following.length === 0 || !signal) return undefined;
  const { progress, wallClock, stopping } = options;
  const past = new KnownPast(stepMs, 2 * Math.ceil((span.toMs - span.fromMs) / stepMs) + 2);
  const lacking = new Lacking();
  const notes: string[] = [];
  const source = new PrometheusSignals({
    settings: store.settings,
    known: knownHere(caches, groups),
    problems: new ProblemBoard(wallClock, silentLogger).by('scan'),
    wallClock,
    log: silentLogger,
    transport: store.transport,
    traits: store.traits,
  });
  progress.begins('Memory without page cache');
  const { signal: over, renew, end } = deadline(wallClock, SILENT_MS, stopping);
  try {
    const series = source.past([signal], span, stepMs, {
      namespaces: [...new Set(following.map(({ ref }) => ref.namespace))],
      stopping: over,
      lacks: (of) => lacking.add(of),
      isWanted: ({ namespace, labels }) =>
        following.some(
          ({ ref, selector }) => ref.namespace === namespace && selectorMatches(selector, labels),
        ),
    });
    for await (const { container, timesMs, values } of series) {
      past.take({ container, timesMs, memoryBytes: values });
      renew(SILENT_MS);
    }
  } catch (error) {
    lacking.add([]);
    const why = stopping.aborted
      ? 'the scan was stopped'
      : over.aborted
        ? `${store.title} stopped answering`
        : errorText(error);
    notes.push(`Memory without page cache is not known: ${why}.`);
  } finally {
    end();
    await source.close();
  }
  progress.ended(countOf(past.size, 'container'));
  return {
    signal,
    notes,
    of: ({ ref: { namespace }, selector }) =>
      lacking.has(namespace) ? undefined : past.matching(namespace, selector),
  };
}

/** The series with this memory where it is known. */
export function withRss(series: readonly KnownSeries[], rss: readonly KnownSeries[]): readonly KnownSeries[] {
  const keyOf = ({ container: { pod, container } }: KnownSeries) => `${pod}/${container}`;
  const known = new Map(rss.map((one) => [keyOf(one), one.memory]));
  return series.map((one) => {
    const memory = known.get(keyOf(one));
    return memory?.length ? { ...one, memory } : one;
  });
}
