import type { ChangeApproval } from '../../../objects/plumbline-types';
import { resourceListFrom } from '../../../objects/quantity';
import { API_RESOURCES, apiVersionOf } from '../../../objects/resources';
import type { Amounts } from '../../../objects/units';
import type { ApprovalChange } from './judge';

export interface DecidedContainer {
  name: string;
  target: Amounts;
}

export function decidedTargets(changes: readonly ApprovalChange[]): DecidedContainer[] {
  return [...new Set(changes.map(({ container }) => container))].map((name) => ({
    name,
    target: Object.fromEntries(
      changes.filter(({ container }) => container === name).map(({ resource, to }) => [resource, to]),
    ),
  }));
}

/** A decision as an object of the cluster. */
export function changeApproval(
  metadata: Partial<ChangeApproval['metadata']>,
  { containers, ...spec }: Omit<ChangeApproval['spec'], 'containers'> & { containers: DecidedContainer[] },
) {
  const { changeApprovals } = API_RESOURCES;
  return {
    apiVersion: apiVersionOf(changeApprovals),
    kind: changeApprovals.kind,
    metadata,
    spec: {
      ...spec,
      containers: containers.map(({ name, target }) => ({ name, target: resourceListFrom(target) })),
    },
  };
}
