import { isDeepStrictEqual } from 'node:util';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { SCOPE_ANNOTATION, scopeFaults, scopeStated } from '../../policy/node-scope';

/** Whether both tell nodes apart by the same label. */
export function sameScope(a: VerticalPodAutoscaler, b: VerticalPodAutoscaler): boolean {
  return isDeepStrictEqual(scopeStated(a), scopeStated(b));
}

/** What `kubectl apply` should say about a label that cannot tell nodes apart. */
export function scopeWarnings(vpa: VerticalPodAutoscaler): string[] {
  const at =
    scopeStated(vpa).inSpec === undefined ? `metadata.annotations[${SCOPE_ANNOTATION}]` : 'spec.scope';
  return scopeFaults(vpa).map((fault) => `${at}: ${fault}.`);
}
