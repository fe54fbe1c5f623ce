import { formatCpu, formatMemory } from '@/server/model/quantity';
import type { ApprovalRow } from '@/server/process/pages/approval-views';
import { decidedChanges } from './approval-words';

/** What to type in a shell to approve exactly what is shown. */
export function approvalCommand(row: ApprovalRow, create: string): string {
  const [change] = decidedChanges([row]);
  const containers = change?.containers.map(({ name, target }) => ({
    name,
    target: Object.fromEntries(
      Object.entries(target).map(([resource, amount]) => [
        resource,
        resource === 'cpu' ? formatCpu(Number(amount)) : formatMemory(Number(amount)),
      ]),
    ),
  }));
  const object = {
    apiVersion: 'plumbline.dev/v1alpha1',
    kind: 'ChangeApproval',
    metadata: { namespace: row.namespace, generateName: `${row.name.slice(0, 200)}-` },
    spec: { vpa: row.name, decision: 'Approved', containers },
  };
  return `echo '${JSON.stringify(object)}' | ${create}`;
}
