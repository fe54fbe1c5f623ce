import jsonPatch from 'fast-json-patch';
import { decideNewPod } from '@/server/decide/new/new-pod';
import type { CompiledVpa } from '@/server/decide/pods/compiled-vpa';
import { KUBELET_CPU_LIMIT_STEP } from '@/server/decide/pods/cpu-limit-step';
import { NO_LIMITS } from '@/server/decide/pods/limit-bounds';
import type { Pod } from '@/server/objects/types';

/** The pod as the live webhook changes it, in a namespace without bounds or HPAs; startup boosts are left out. */
export function admitted(pod: Pod, vpa: CompiledVpa): Pod {
  const { decision } = decideNewPod(pod, {
    vpa,
    recommended: vpa.recommendation,
    hpas: [],
    limits: NO_LIMITS,
    options: { startupBoost: false, withSidecars: true, cpuLimitStep: KUBELET_CPU_LIMIT_STEP },
  });
  if (decision.kind !== 'patched') return pod;
  return jsonPatch.applyPatch(pod, [...decision.operations], false, false).newDocument;
}
