import jsonPatch, { type Operation } from 'fast-json-patch';
import type { PolicyEdit } from '../../contract/requests/policy-edit';
import { CALENDAR_ANNOTATION, calendarTextOf } from '../../features/calendar/reading';
import { SCOPE_ANNOTATION, scopeStated } from '../../features/node-scope/scope';
import { parameterTextOf, RECOMMENDER_ANNOTATION } from '../../features/recommender/parameter-text';
import { plain } from '../../json-record';
import type { PodUpdatePolicy, VerticalPodAutoscaler } from '../../kube/vpa-types';
import { FORMER_MODE_ANNOTATION, formerModeText, heldMode } from '../../policy/mode-before-stop';
import { withChanges } from '../with-changes';
import { withAnnotation } from './annotation';
import { calendarTest, withCalendar } from './calendar-edit';
import { withRecommender } from './recommender-edit';
import { withScope } from './scope-edit';

/** The VPA as it would be after the edit. During a stop, its mode stays Off and the requested one waits. */
export function edited(vpa: VerticalPodAutoscaler, edit: PolicyEdit, isHeld = false): VerticalPodAutoscaler {
  const { updateMode } = edit;
  if (updateMode === undefined || !isHeld) return withEdit(vpa, edit);
  const former = formerModeText({ mode: updateMode, policy: true, isNew: true });
  return withEdit(withAnnotation(vpa, FORMER_MODE_ANNOTATION, former), { ...edit, updateMode: 'Off' });
}

function withEdit(vpa: VerticalPodAutoscaler, edit: PolicyEdit): VerticalPodAutoscaler {
  const { recommender, parameters, calendar, scope, ...policy } = withoutMarks(edit);
  const { containerPolicies, startupBoost, ...changes } = policy;
  const chosen = withScope(withRecommender(withCalendar(vpa, calendar), { recommender, parameters }), scope);
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
export function withoutMarks(
  edit: PolicyEdit,
): Omit<PolicyEdit, 'generation' | 'annotation' | 'formerCalendar'> {
  const { generation: _generation, annotation: _annotation, formerCalendar: _former, ...changes } = edit;
  return changes;
}

/**
 * The JSON patch that saves the edit: the smallest difference, and only if the spec and edited parameters are
 * still what was edited. Its status may have changed since.
 */
export function editPatch(vpa: VerticalPodAutoscaler, edit: PolicyEdit, isHeld = false): Operation[] {
  const compared = ({ metadata: { annotations }, spec }: VerticalPodAutoscaler) =>
    plain({ metadata: { annotations }, spec });
  return [
    { op: 'test', path: '/metadata/generation', value: vpa.metadata.generation },
    ...annotationTest(vpa, edit),
    ...calendarTest(vpa, edit),
    ...jsonPatch.compare(compared(vpa), compared(edited(vpa, edit, isHeld))),
  ];
}

/** A change of annotations does not raise the generation. */
function annotationTest(
  { metadata }: VerticalPodAutoscaler,
  { parameters }: Pick<PolicyEdit, 'parameters'>,
): Operation[] {
  const { annotations } = metadata;
  return parameters === undefined || !annotations
    ? []
    : [{ op: 'test', path: '/metadata/annotations', value: annotations }];
}

/** Whether the VPA is still the one that was edited, as far as the edit says. */
export function isStill(
  vpa: VerticalPodAutoscaler,
  { generation, annotation, formerCalendar }: PolicyEdit,
): boolean {
  const isSameSpec = generation === undefined || generation === vpa.metadata.generation;
  const isSame = (was: string | null | undefined, is: string | undefined) =>
    was === undefined || was === (is ?? null);
  return (
    isSameSpec && isSame(annotation, parameterTextOf(vpa)) && isSame(formerCalendar, calendarTextOf(vpa))
  );
}

/** The part of a VPA an edit can change, for the record. */
export function editablePart(vpa: VerticalPodAutoscaler): object {
  const { updatePolicy = null, resourcePolicy = null, startupBoost, recommenders } = vpa.spec;
  const held = heldMode(vpa);
  const annotation = parameterTextOf(vpa);
  const calendar = calendarTextOf(vpa);
  const { annotated } = scopeStated(vpa);
  return {
    ...(recommenders && { recommenders }),
    ...(annotation !== undefined && { [RECOMMENDER_ANNOTATION]: annotation }),
    ...(calendar !== undefined && { [CALENDAR_ANNOTATION]: calendar }),
    ...(annotated !== undefined && { [SCOPE_ANNOTATION]: annotated }),
    updatePolicy,
    ...(held && { updateModeOnceResumed: held.mode }),
    resourcePolicy,
    ...(startupBoost && { startupBoost }),
  };
}
