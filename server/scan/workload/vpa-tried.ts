import { vpaInOff } from '../../decide/pods/vpa-in-off';
import type { UpdateMode, VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { ScanTarget } from '../cluster/targets';

/** The VPA on a workload, or one that would be; it chooses the recommender that was asked for. */
export function vpaFor({ vpa, ref }: ScanTarget, recommender: string | undefined): VerticalPodAutoscaler {
  const own = vpa ?? vpaInOff(ref, ref.name);
  if (recommender === undefined) return own;
  const { annotations: _, ...metadata } = own.metadata;
  return { ...own, metadata, spec: { ...own.spec, recommenders: [{ name: recommender }] } };
}

/** With the mode in which a replay tries it: its own, or this one where it changes nothing. */
export function replayedVpa(vpa: VerticalPodAutoscaler, mode: UpdateMode): VerticalPodAutoscaler {
  const { updateMode } = vpa.spec.updatePolicy ?? {};
  if (updateMode && updateMode !== 'Off') return vpa;
  return {
    ...vpa,
    spec: { ...vpa.spec, updatePolicy: { minReplicas: 1, ...vpa.spec.updatePolicy, updateMode: mode } },
  };
}
