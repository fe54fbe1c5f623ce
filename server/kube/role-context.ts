import type { Registry } from 'prom-client';
import type { Clock } from '../clock';
import type { Config } from '../config';
import type { Logger } from '../log';
import type { ProblemReporter } from '../problems';
import type { LoopListener } from '../repeat';
import type { ClusterCaches } from './caches';
import type { KubeClient } from './client';
import type { EventRecorder } from './events';
import type { TargetResolver } from './targets';

/** What every role is given: one cluster, one set of caches, two clocks. */
export interface RoleContext {
  config: Config;
  /** The cluster's time: dates pods, samples, decisions and events. */
  clock: Clock;
  /** The process's time: leases, certificates, rate limits, sockets. */
  wallClock: Clock;
  log: Logger;
  problems: ProblemReporter;
  client: KubeClient;
  caches: ClusterCaches;
  targets: TargetResolver;
  events: EventRecorder;
  metrics: Registry;
  /** Hears of every run of every loop. */
  loops: LoopListener;
}

/** A running role. */
export interface RoleHandle {
  stop(): Promise<void>;
}
