import type { KubeClient } from '../kube/client';
import type { ProblemReporter } from '../kube/problems';
import type { Clock } from '../lib/time/clock';
import type { PrometheusSettings } from './prometheus/settings';

export interface LiveSourceParts {
  client: Pick<KubeClient, 'stream'>;
  problems: ProblemReporter;
  /** The back-off whose pauses limit how long a response may take. */
  wallClock: Clock;
  /** The cluster's time. */
  clock: Clock;
  settings: PrometheusSettings;
}
