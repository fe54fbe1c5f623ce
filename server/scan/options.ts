import type { Config } from '../config';
import type { KubeClient } from '../kube/client';
import type { Clock } from '../lib/time/clock';
import type { ScanProgress } from './progress';
import type { Replayer } from './replays/replayer';

export interface ScanOptions {
  readonly client: KubeClient;
  /** The cluster's time. */
  readonly clock: Pick<Clock, 'now'>;
  /** For waiting. */
  readonly wallClock: Clock;
  readonly cluster: string;
  readonly config: Config;
  /** Names and patterns such as `team-*`; absent for all. */
  readonly namespaces?: readonly string[] | undefined;
  /** Of workloads, in the notation of kubectl. */
  readonly selector?: string | undefined;
  /** The Service of the store to ask, as `monitoring/prometheus-server`. */
  readonly prometheusService?: string | undefined;
  readonly historyMs: number;
  /** The distance of samples; by default as fine as the number of containers allows. */
  readonly stepMs?: number | undefined;
  readonly recommender?: string | undefined;
  /** What recommendations follow that the settings do not say, in words. */
  readonly tuned?: string | undefined;
  /** Who lives through the period; absent if nobody should. */
  readonly replayer?: Replayer | undefined;
  /** How many workloads it lives through under a VPA, the worst first; all of them by default. */
  readonly mostReplays?: number | undefined;
  /** Whether usage over time is told, to be drawn; by default it is. */
  readonly charts?: boolean | undefined;
  readonly patches?: boolean | undefined;
  /** How long the metrics API is sampled where nothing else is known. */
  readonly watchMs: number;
  readonly cacheDir?: string | undefined;
  readonly progress: ScanProgress;
  /** Ends the reading; what is known by then is told. */
  readonly stopping: AbortSignal;
}
