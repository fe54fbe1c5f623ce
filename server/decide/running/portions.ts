import type { WorkloadInput } from './plan-input';

/** What is planned by itself: each portion of a PodGroup, any other input as it is. */
export function portionsOf(workload: WorkloadInput): readonly WorkloadInput[] {
  return workload.portions ?? [workload];
}

/** The input with each portion changed. */
export function eachPortion(
  workload: WorkloadInput,
  change: (portion: WorkloadInput) => WorkloadInput,
): WorkloadInput {
  const { portions } = workload;
  return portions ? { ...change(workload), portions: portions.map(change) } : change(workload);
}

/** The portion that a pod is in. */
export function portionWith(workload: WorkloadInput, uid: string | undefined): WorkloadInput {
  return workload.portions?.find(({ pods }) => pods.some(({ metadata }) => metadata.uid === uid)) ?? workload;
}
