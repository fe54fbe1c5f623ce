/** Something that happened to the workload of a VPA, dated by the cluster. */
export interface Happening {
  namespace: string;
  vpa: string;
  /** Unix ms. */
  atMs: number;
  kind: 'oom' | 'restart' | 'rollout' | 'evicted' | 'preempted';
  /** Empty if it happened to all containers. */
  container: string;
  /** Empty if it happened to all pods. */
  pod: string;
  /** How or to what, in the cluster's own words: `Error, exit code 1`. */
  detail: string;
}

/** Tells happenings apart; one that is seen again, as by the next process, has the same. */
export function happeningText({ namespace, vpa, atMs, kind, container, pod }: Happening): string {
  return `${namespace}/${vpa}/${container}/${pod} ${kind} ${atMs}`;
}
