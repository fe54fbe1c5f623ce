import type { KubeObject } from '../../kube/types';

/** One object that a scenario puts into the cluster, under the registry's name of its kind. */
export interface Declared {
  readonly resource: string;
  readonly object: KubeObject;
}

/** A world to start from. The same seed gives the same cluster. */
export interface Scenario {
  readonly name: string;
  /** Its name in words. */
  readonly title: string;
  /** One sentence about what the cluster starts with, for the command line and the page. */
  readonly summary: string;
  /** One sentence about what there is to see and learn. */
  readonly lesson: string;
  /** Events that only say all is well are left out where thousands of pods would drown everything. */
  readonly events?: 'all' | 'warnings';
  /** Leaves the VPA resource definitions out. */
  readonly withoutCrds?: boolean;
  /** Workloads of a namespace get a new version, one after the other, at this pace of simulated time. */
  readonly rollouts?: { readonly everyMinutes: number; readonly namespace: string };
  objects(seed: number): Declared[];
}
