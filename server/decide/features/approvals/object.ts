import type { ChangeApproval } from '../../../objects/plumbline-types';
import { formatMemory, resourceListFrom } from '../../../objects/quantity';
import { API_RESOURCES, apiVersionOf } from '../../../objects/resources';
import { EPHEMERAL_STORAGE, type RequestedAmounts } from '../../../objects/units';
import type { ApprovalChange } from './judge';

export interface DecidedContainer {
  name: string;
  target: RequestedAmounts;
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
    spec: { ...spec, containers: containers.map(({ name, target }) => ({ name, target: listOf(target) })) },
  };
}

function listOf(target: RequestedAmounts): Record<string, string> {
  const storage = target[EPHEMERAL_STORAGE];
  return {
    ...resourceListFrom(target),
    ...(storage !== undefined && { [EPHEMERAL_STORAGE]: formatMemory(storage) }),
  };
}
