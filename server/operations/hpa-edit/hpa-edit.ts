import type { HpaEdit, HpaRules } from '../../contract/requests/hpa-edit';
import { plain } from '../../objects/json-object';
import type { HorizontalPodAutoscaler } from '../../objects/types';
import { withChanges } from '../with-changes';

type Spec = HorizontalPodAutoscaler['spec'];

export function rulesOf({ minReplicas, maxReplicas, metrics, behavior }: Spec): HpaRules {
  return plain({ minReplicas, maxReplicas, metrics, behavior });
}

/** The spec as it would be after the edit. */
export function editedSpec(spec: Spec, { was: _was, ...edit }: HpaEdit): Spec {
  return plain(withChanges(spec, edit));
}
