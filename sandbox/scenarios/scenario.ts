import type { Trouble } from '@/sandbox/scenarios/troubles';
import type { KubeObject } from '@/server/objects/types';

/** One object of a scenario, under the registry's name of its kind. */
export interface Declared {
  readonly resource: string;
  readonly object: KubeObject;
}

/** A cluster to start from. The same seed gives the same cluster. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** One sentence about what the cluster starts with, for the command line and the page. */
  readonly summary: string;
  /** One sentence about what it shows. */
  readonly lesson: string;
  /** Leaves out events that only say all is well, which would drown the others in a cluster of thousands. */
  readonly events?: 'all' | 'warnings';
  /** Its workloads begin with the cluster: Prometheus knows nothing from before. */
  readonly withoutPast?: boolean;
  /** Leaves the VPA resource definitions out. */
  readonly withoutCrds?: boolean;
  /** Workloads of a namespace get a new version, one after the other, at this rate of simulated time. */
  readonly rollouts?: { readonly everyMinutes: number; readonly namespace: string };
  readonly troubles?: readonly Trouble[];
  objects(seed: number): Declared[];
}
