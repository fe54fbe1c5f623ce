import jsonPatch, { type Operation } from 'fast-json-patch';
import type { PodUpdatePolicy, VerticalPodAutoscaler } from '../../kube/vpa-types';
import { FORMER_MODE_ANNOTATION, formerModeText, heldMode } from '../../policy/mode-before-stop';
import type { PolicyEdit } from './policy-edit';

/** The VPA as it would be after the edit. During a stop, its mode stays Off and the requested one waits. */
export function edited(vpa: VerticalPodAutoscaler, edit: PolicyEdit, isHeld = false): VerticalPodAutoscaler {
  const { updateMode } = edit;
  if (updateMode === undefined || !isHeld) return withEdit(vpa, edit);
  const { metadata } = vpa;
  const former = formerModeText({ mode: updateMode, policy: true, isNew: true });
  const annotations = { ...metadata.annotations, [FORMER_MODE_ANNOTATION]: former };
  return withEdit({ ...vpa, metadata: { ...metadata, annotations } }, { ...edit, updateMode: 'Off' });
}

function withEdit(vpa: VerticalPodAutoscaler, edit: PolicyEdit): VerticalPodAutoscaler {
  const { generation: _generation, containerPolicies, startupBoost, ...changes } = edit;
  const { spec } = vpa;
  const isUpdatePolicyEdited = Object.values(changes).some((value) => value !== undefined);
  return {
    ...vpa,
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

function withChanges<T extends object>(policy: T, changes: Record<string, unknown>): T {
  const told = Object.entries(changes).filter(([, value]) => value !== undefined);
  const next = Object.entries({ ...policy, ...Object.fromEntries(told) }).filter(
    ([, value]) => value !== null,
  );
  return Object.fromEntries(next) as T;
}

/**
 * The JSON patch that saves the edit: the smallest difference, and only if the spec is still the one that was
 * edited. Its status may have changed since.
 */
export function editPatch(vpa: VerticalPodAutoscaler, edit: PolicyEdit, isHeld = false): Operation[] {
  const plain = ({ metadata: { annotations }, spec }: VerticalPodAutoscaler) =>
    JSON.parse(JSON.stringify({ metadata: { annotations }, spec })) as object;
  return [
    { op: 'test', path: '/metadata/generation', value: vpa.metadata.generation },
    ...jsonPatch.compare(plain(vpa), plain(edited(vpa, edit, isHeld))),
  ];
}

/** The part of a VPA an edit can change, for the record. */
export function editablePart(vpa: VerticalPodAutoscaler): object {
  const { updatePolicy = null, resourcePolicy = null, startupBoost } = vpa.spec;
  const held = heldMode(vpa);
  return {
    updatePolicy,
    ...(held && { updateModeOnceResumed: held.mode }),
    resourcePolicy,
    ...(startupBoost && { startupBoost }),
  };
}
