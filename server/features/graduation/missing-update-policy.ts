import type { PodUpdatePolicy, VerticalPodAutoscaler } from '../../kube/vpa-types';
import { DEFAULT_UPDATE_POLICY } from '../../policy/vpa-defaults';
import { readGraduation } from './rules';

/** The update policy to add to a VPA; undefined if it has one. One that graduates begins at its first step. */
export function missingUpdatePolicy(vpa: VerticalPodAutoscaler): PodUpdatePolicy | undefined {
  if (vpa.spec.updatePolicy) return undefined;
  const graduation = readGraduation(vpa);
  if (graduation.kind === 'none') return DEFAULT_UPDATE_POLICY;
  return { updateMode: graduation.kind === 'rules' ? graduation.rules.steps[0] : 'Off' };
}
