import jsonPatch from 'fast-json-patch';
import { decidePod } from '@/server/admission/review/decide';
import type { Pod } from '@/server/kube/types';
import type { CompiledVpa } from '@/server/policy/compiled-vpa';
import { NO_LIMITS } from '@/server/policy/limit-bounds';

/** The pod as the live webhook changes it; startup boosts are left out. */
export function admitted(pod: Pod, vpa: CompiledVpa): Pod {
  const decision = decidePod(pod, {
    vpa,
    recommendation: vpa.recommendation,
    limits: NO_LIMITS,
    options: { startupBoost: false },
  });
  if (decision.kind !== 'patched') return pod;
  return jsonPatch.applyPatch(pod, decision.operations, false, false).newDocument;
}
