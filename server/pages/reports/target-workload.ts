import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import type { Workload } from '../../objects/types';
import type { ReportSources } from './sources';

/**
 * The target of a VPA; undefined for a kind that is not cached.
 * @throws Error that says why the target cannot be used
 */
export async function targetWorkload(
  { cluster }: Pick<ReportSources, 'cluster'>,
  { vpa, namespace }: CompiledVpa,
): Promise<Workload | undefined> {
  const { targetRef } = vpa.spec;
  if (!targetRef) throw new Error('spec.targetRef names no object');
  const found = await cluster.targets.resolveTarget(namespace, targetRef);
  switch (found.kind) {
    case 'found':
      return found.workload;
    case 'missing':
      throw new Error(`spec.targetRef: ${targetRef.kind} ${targetRef.name} does not exist`);
    case 'unsupported':
      throw new Error(`spec.targetRef: ${found.detail}`);
    case 'not-topmost':
      throw new Error(`spec.targetRef: ${found.by.kind} ${found.by.name} owns it; target that instead`);
    case 'failed':
      throw found.error;
  }
}
