import type { Config } from '../config';
import type { ProblemBoard } from '../kube/problems';
import type { ClusterContext } from '../kube/role-context';
import { StorePart } from './asking';
import { Journal, type JournalRun } from './audit/journal';
import { UncleanEnd } from './audit/unclean-end';
import { awayProblem, UNHEARD } from './away';
import { Checkpoints } from './checkpoints/checkpoints';
import { databaseName, databaseUrl } from './database-url';
import type { NodePeakStore } from './node-peaks/node-peak-store';
import type { Stores } from './open-database';
import { KeptReplays } from './replays/kept-replays';
import { Series } from './series/series';

export type { AuditQuery } from './audit/audit-store';
export {
  Journal,
  type JournalRun,
  type JournalWriter,
  type StoreState,
} from './audit/journal';
export type * from './audit/records';
export * from './checkpoints/checkpoint-store';
export { type Checkpoints, DatabaseAway } from './checkpoints/checkpoints';
export type * from './node-peaks/node-peak-store';
export type * from './series/happening';
export type * from './series/point';
export type { ContainerPast, PastSpan, Recommended, Series, WidePast } from './series/series';
export { wideTier } from './series/tiers';

interface StoreParts extends Pick<ClusterContext, 'clock' | 'wallClock' | 'log' | 'loops'> {
  problems?: Pick<ProblemBoard, 'by'>;
  /** Whether the database opens only once there is a record to store. */
  whenNeeded?: boolean;
  /** The run of an embedded cluster that this record belongs to. */
  run?: JournalRun;
  /** Resolves once somebody looks at pages, which ask for the record; without it, somebody is about to. */
  seen?: Promise<void>;
}

/**
 * What this process stores, in one database. Opens in the background; a database that is unavailable delays
 * nothing.
 */
export interface Store {
  readonly journal: Journal;
  readonly series: Series;
  readonly checkpoints: Checkpoints;
  readonly replays: KeptReplays;
  readonly nodePeaks: StorePart<NodePeakStore>;
  /** Stores what still waits if the database answers, then closes it. */
  close(): Promise<void>;
}

export function openStore(
  config: Config,
  { whenNeeded, run, seen, clock, wallClock, log, loops, problems }: StoreParts,
): Store {
  const opened = onceOpened(async () => {
    const { openDatabase, warmUp } = await import('./open-database');
    const stores = await openDatabase(url);
    if (seen) void seen.then(() => warmUp(stores));
    else if (!whenNeeded) await warmUp(stores);
    return stores;
  });
  const url = databaseUrl(config, { isEmbedded: run !== undefined });
  // A database that someone named may hold the past of a real cluster.
  const startsAnew = run !== undefined && config.databaseUrl === '';
  const reachOf = (part: string) => (problems ? awayProblem(problems.by(part), databaseName(url)) : UNHEARD);
  const common = { clock, wallClock, log: log.child({ room: 'store' }), loops };
  const journal = new Journal({
    ...common,
    open: async () => (await opened()).audit,
    reach: reachOf('record'),
    whenNeeded,
    run,
    queueLimits: { audit: config.auditQueueLimit, bulk: config.storeQueueLimit },
    uncleanEnd: new UncleanEnd(config.dataDir, log),
    retention: { decisionsMs: config.decisionRetentionMs, auditMs: config.auditRetentionMs },
  });
  const series = new Series({
    ...common,
    open: async () => (await opened()).series,
    reach: reachOf('history'),
    everyMs: config.historyBeatMs,
    keptMs: config.historyRetentionMs,
    startsAnew,
  });
  const checkpoints = new Checkpoints({
    open: async () => (await opened()).checkpoints,
    wallClock,
    startsAnew,
  });
  const replays = new KeptReplays({
    open: async () => (await opened()).replays,
    clock,
    wallClock,
    startsAnew,
    most: config.replaysKept,
    keptMs: config.replayRetentionMs,
  });
  const nodePeaks = new StorePart<NodePeakStore>({
    open: async () => (await opened()).nodePeaks,
    wallClock,
    startsAnew,
  });
  return {
    journal,
    series,
    checkpoints,
    replays,
    nodePeaks,
    close: async () => {
      await series.close();
      await journal.close();
    },
  };
}

/** Opens once for all callers; after a failure the next caller tries again. */
function onceOpened(open: () => Promise<Stores>): () => Promise<Stores> {
  let opening: Promise<Stores> | undefined;
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}
