import jsonPatch, { type Operation } from 'fast-json-patch';
import type { PodUpdatePolicy, VerticalPodAutoscaler } from '../../kube/vpa-types';
import type { PolicyEdit } from './policy-edit';

/** The VPA as it would be with the edit saved. */
export function edited(vpa: VerticalPodAutoscaler, edit: PolicyEdit): VerticalPodAutoscaler {
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
 * The JSON patch that saves the edit: the least that differs, and only while the spec is the one that was looked
 * at. Its status may have moved on meanwhile.
 */
export function editPatch(vpa: VerticalPodAutoscaler, edit: PolicyEdit): Operation[] {
  const plain = ({ spec }: VerticalPodAutoscaler) => JSON.parse(JSON.stringify({ spec })) as object;
  return [
    { op: 'test', path: '/metadata/generation', value: vpa.metadata.generation },
    ...jsonPatch.compare(plain(vpa), plain(edited(vpa, edit))),
  ];
}

/** The part of a VPA an edit can change, for the record. */
export function policyOf({ spec }: VerticalPodAutoscaler): object {
  const { updatePolicy = null, resourcePolicy = null, startupBoost } = spec;
  return { updatePolicy, resourcePolicy, ...(startupBoost && { startupBoost }) };
}
