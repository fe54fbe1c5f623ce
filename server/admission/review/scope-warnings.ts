import { SCOPE_ANNOTATION, scopeFaults, scopeStated } from '../../features/node-scope/scope';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';

/** What `kubectl apply` should say about a label that cannot tell nodes apart. */
export function scopeWarnings(vpa: VerticalPodAutoscaler): string[] {
  const at =
    scopeStated(vpa).inSpec === undefined ? `metadata.annotations[${SCOPE_ANNOTATION}]` : 'spec.scope';
  return scopeFaults(vpa).map((fault) => `${at}: ${fault}.`);
}
