import jsonPatch from 'fast-json-patch';
import { decidePod } from '@/server/decide/new/decide';
import type { CompiledVpa } from '@/server/decide/pods/compiled-vpa';
import { NO_LIMITS } from '@/server/decide/pods/limit-bounds';
import type { Pod } from '@/server/objects/types';

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
