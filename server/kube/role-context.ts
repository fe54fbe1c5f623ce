import type { Registry } from 'prom-client';
import type { Logger } from '../lib/report/log';
import type { Clock } from '../lib/time/clock';
import type { LoopListener } from '../lib/time/repeat';
import type { ClusterCaches } from './caches';
import type { KubeClient } from './client';
import type { EventRecorder } from './events';
import type { ProblemReporter } from './problems';
import type { TargetResolver } from './targets';

/** What every part of a process gets: one cluster, one set of caches, two clocks. */
export interface ClusterContext {
  /** The cluster clock: dates pods, samples, decisions and events. */
  clock: Clock;
  /** The wall clock: leases, certificates, rate limits, sockets. */
  wallClock: Clock;
  log: Logger;
  /** The part's own reporter: it clears no problem of another part. */
  problems: ProblemReporter;
  client: KubeClient;
  caches: ClusterCaches;
  targets: TargetResolver;
  events: EventRecorder;
  metrics: Registry;
  /** Called after every run of every loop. */
  loops: LoopListener;
}

/** What a role gets: the cluster and its own slice of the settings. */
export interface RoleContext<Settings> extends ClusterContext {
  config: Settings;
}

/** A running role. */
export interface RoleHandle {
  /** What it still waits for before it does its work, in words; undefined once it does. */
  waitsFor?(): string | undefined;
  /** Ends it; a cluster that ends too need not be written to. */
  stop(options?: { clusterEndsToo: boolean }): Promise<void>;
}
