import jsonPatch, { type Operation } from 'fast-json-patch';
import type { PolicyEdit } from '../../contract/requests/policy-edit';
import {
  areMarksOf,
  editedAnnotations,
  featureTests,
  withFeatures,
  withoutFeatureMarks,
  withoutFeatures,
} from '../../decide/features/edits';
import { withAnnotation } from '../../decide/features/with-annotation';
import { FORMER_MODE_ANNOTATION, formerModeText, heldMode } from '../../decide/pods/mode-before-stop';
import { plain } from '../../objects/json-object';
import type { PodUpdatePolicy, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { withChanges } from '../with-changes';

/** The VPA as it would be after the edit. During a stop, its mode stays Off and the requested one waits. */
export function edited(vpa: VerticalPodAutoscaler, edit: PolicyEdit, isHeld = false): VerticalPodAutoscaler {
  const { updateMode } = edit;
  if (updateMode === undefined || !isHeld) return withEdit(vpa, edit);
  const former = formerModeText({ mode: updateMode, policy: true, isNew: true });
  return withEdit(withAnnotation(vpa, FORMER_MODE_ANNOTATION, former), { ...edit, updateMode: 'Off' });
}

function withEdit(vpa: VerticalPodAutoscaler, edit: PolicyEdit): VerticalPodAutoscaler {
  const { generation: _generation, ...policy } = withoutFeatures(edit);
  const { containerPolicies, startupBoost, ...changes } = policy;
  const chosen = withFeatures(vpa, edit);
  const { spec } = chosen;
  const isUpdatePolicyEdited = Object.values(changes).some((value) => value !== undefined);
  return {
    ...chosen,
    spec: {
      ...spec,
      ...(isUpdatePolicyEdited && {
        updatePolicy: withChanges<PodUpdatePolicy>({ updateMode: 'Recreate', ...spec.updatePolicy }, changes),
      }),
      ...(containerPolicies && { resourcePolicy: { ...spec.resourcePolicy, containerPolicies } }),
      ...(startupBoost !== undefined && { startupBoost: startupBoost ?? undefined }),
    },
  };
}

/** Only what changes, without what says which version was edited. */
export function withoutMarks(edit: PolicyEdit): Partial<PolicyEdit> {
  const { generation: _generation, ...changes } = edit;
  return withoutFeatureMarks(changes);
}

/**
 * The JSON patch that saves the edit, `after` being what `edited` made of the VPA: the smallest difference, and only if the spec and edited parameters are
 * still what was edited. Its status may have changed since.
 */
export function editPatch(
  vpa: VerticalPodAutoscaler,
  edit: PolicyEdit,
  after: VerticalPodAutoscaler,
): Operation[] {
  const compared = ({ metadata: { annotations }, spec }: VerticalPodAutoscaler) =>
    plain({ metadata: { annotations }, spec });
  return [
    { op: 'test', path: '/metadata/generation', value: vpa.metadata.generation },
    ...featureTests(vpa, edit),
    ...jsonPatch.compare(compared(vpa), compared(after)),
  ];
}

export function isStill(vpa: VerticalPodAutoscaler, edit: PolicyEdit): boolean {
  const { generation } = edit;
  return (generation === undefined || generation === vpa.metadata.generation) && areMarksOf(vpa, edit);
}

/** The part of a VPA an edit can change, for the record. */
export function editablePart(vpa: VerticalPodAutoscaler): object {
  const { updatePolicy = null, resourcePolicy = null, startupBoost, recommenders } = vpa.spec;
  const held = heldMode(vpa);
  return {
    ...(recommenders && { recommenders }),
    ...editedAnnotations(vpa),
    updatePolicy,
    ...(held && { updateModeOnceResumed: held.mode }),
    resourcePolicy,
    ...(startupBoost && { startupBoost }),
  };
}
