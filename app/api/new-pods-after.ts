import { operationsOf } from '@/app/api/roles';
import type { NewPodsOfVpa, RemovedVpa } from '@/server/contract/operations';
import type { Runtime } from '@/server/host/runtime';
import type { PolicyEdit } from '@/server/operations';
import { newPodsOfChange } from '@/server/pages/reports/new-pods-without';
import { reportSources } from '@/server/pages/reports/of-runtime';

/** What new pods of a VPA get now and after an edit that can be saved; undefined where that is no other. */
export async function newPodsAfter(
  on: Runtime,
  { namespace, name }: RemovedVpa,
  edit: PolicyEdit,
): Promise<NewPodsOfVpa | undefined> {
  const change = operationsOf(on).policies.change(namespace, name, edit);
  return change && newPodsOfChange(reportSources(on), change);
}
