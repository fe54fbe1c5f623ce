import type { ClusterContext } from '../../kube/role-context';
import type { PrometheusAccess } from './access';
import type { KnownPods } from './pod-labels';
import type { PrometheusNames } from './queries';
import type { StoreTraits } from './store-traits';
import type { PrometheusTransport } from './transport';

export interface PrometheusSettings extends PrometheusAccess, PrometheusNames {
  /** Time between two samples of the past; CPU is averaged over it. */
  historyResolutionMs: number;
  /** How long the past is that counts. */
  historyLengthMs: number;
  /** Window that present CPU usage is averaged over. */
  prometheusLiveWindowMs: number;
  /** Most containers that one query asks for. */
  prometheusContainersPerQuery: number;
  /** How many queries run at a time. */
  prometheusConcurrency: number;
}

export interface PrometheusPastParts extends Pick<ClusterContext, 'wallClock' | 'log' | 'problems'> {
  settings: PrometheusSettings;
  known: KnownPods;
  /** What was found out of the store, if it was. */
  traits?: StoreTraits | undefined;
  /** How requests get there; straight to the address of the settings by default. */
  transport?: PrometheusTransport | undefined;
}
