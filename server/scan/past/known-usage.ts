import { detailOfProblem, ProblemBoard } from '../../kube/problems';
import { silentLogger } from '../../lib/report/log';
import { countOf } from '../../words/counts';
import { formatDuration } from '../../words/times';
import { findStore } from '../cluster/find-store';
import type { ScanOptions } from '../options';
import type { ScanReport } from '../report';
import { pastFromStore } from './from-store';
import { Happened } from './happened';
import { KnownPast } from './known-past';
import type { Lacking } from './read-usage';
import type { KnownRss } from './rss';
import { SAMPLE_EVERY_MS, sampleNow } from './sample-now';
import type { UsageAsked } from './usage-asked';

/** What is known of the period, where from, and what a reader should know of it. */
export interface KnownUsage {
  readonly past: KnownPast;
  readonly happened: Happened;
  readonly source: ScanReport['source'];
  readonly notes: readonly string[];
  /** Where a store told less than all; absent without a store. */
  readonly lacking?: Lacking;
  /** Memory without page cache; absent where no VPA follows it, or without a store. */
  readonly rss?: KnownRss | undefined;
  /** Of samples that were taken now: when the last one was, Unix ms. */
  readonly sampledMs?: number;
}

/** From Prometheus, else from checkpoints, else sampled now. @throws StoreFailure; the reason of `stopping` */
export async function knownUsage(options: ScanOptions, asked: UsageAsked): Promise<KnownUsage> {
  const { client, progress, wallClock, stopping } = options;
  const { config, caches, span, scope } = asked;
  const happened = new Happened();
  happened.takePods(caches.pods.list(), span.fromMs);
  progress.begins('Prometheus');
  const store = await findStore({
    client,
    config,
    span,
    scope,
    service: options.prometheusService,
    wallClock,
    stopping,
  });
  progress.ended('missing' in store ? 'none' : store.title);
  if (!('missing' in store)) {
    const read = await pastFromStore(options, asked, store, happened);
    return { ...read, happened, source: { kind: 'prometheus', address: store.title } };
  }
  const rest = caches.checkpoints.size > 0 ? ofCheckpoints(asked) : await sampled(options, asked);
  return { ...rest, happened, notes: [...store.missing, ...rest.notes] };
}

/** Steps that are sampled at most, a month of them: the metrics API tells the time of each. */
const MOST_SAMPLED = 200_000;

type WithoutStore = Omit<KnownUsage, 'happened'>;

function ofCheckpoints({ caches, scope, stepMs }: UsageAsked): WithoutStore {
  const own = [...caches.checkpoints.list()].filter(
    ({ metadata: { namespace = '' } }) => !scope || scope.namespaces.includes(namespace),
  );
  const known = countOf(own.length, 'container');
  return {
    past: new KnownPast(stepMs, 0),
    source: { kind: 'checkpoints' },
    notes: [
      `Without Prometheus, this is what VPAs have learned of ${known}: recommendations without usage over time, and nothing about workloads without a VPA.`,
    ],
  };
}

async function sampled(
  { client, watchMs, progress, wallClock, stopping }: ScanOptions,
  { caches, groups, scope }: UsageAsked,
): Promise<WithoutStore> {
  const past = new KnownPast(SAMPLE_EVERY_MS, MOST_SAMPLED);
  const startedMs = wallClock.steady();
  progress.begins('Samples of the metrics API');
  const problems = new ProblemBoard(wallClock, silentLogger);
  const { answer, unreadable } = await sampleNow(past, {
    client,
    caches,
    groups,
    problems: problems.by('scan'),
    namespaces: scope?.namespaces,
    forMs: watchMs,
    progress,
    wallClock,
    stopping,
  });
  progress.ended(answer === 'samples' ? countOf(past.samplesTaken, 'sample') : answer);
  if (past.samplesTaken === 0) {
    const [fault] = problems.list();
    const why = fault ? `: ${detailOfProblem(fault) || fault.message}.` : '.';
    return {
      past,
      source: { kind: 'none' },
      notes: [
        `Nothing is known of what containers use: there is no Prometheus, no checkpoint, and the metrics API has no sample${why}`,
      ],
    };
  }
  const [first] = unreadable.values();
  return {
    past,
    sampledMs: past.latestMs,
    source: { kind: 'metrics-api' },
    notes: [
      `Usage is from ${formatDuration(wallClock.steady() - startedMs)} of samples: it shows what runs now, no peak, no night and no weekend. Do not shrink anything by it; --watch takes longer, and Prometheus knows weeks.`,
      ...(first
        ? [
            `The metrics API told of ${countOf(unreadable.size, 'pod')} what cannot be read; ${first.about}: ${first.message}.`,
          ]
        : []),
    ],
  };
}
