import type { WorkloadRow } from './views';

/** The name of a row of the list of workloads: that of its VPA, or of the workload that has none. */
export function workloadKey({
  namespace,
  name,
  target,
  hasNoVpa,
}: Pick<WorkloadRow, 'namespace' | 'name' | 'target' | 'hasNoVpa'>): string {
  return hasNoVpa ? `${namespace}/${target.kind}/${name}` : `${namespace}/${name}`;
}
