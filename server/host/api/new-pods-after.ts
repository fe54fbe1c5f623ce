import type { NewPodsOfVpa, RemovedVpa } from '../../contract/operations';
import type { PolicyEdit } from '../../operations';
import { newPodsOfChange } from '../../pages/reports/new-pods-without';
import { reportSources } from '../../pages/reports/of-runtime';
import type { Runtime } from '../runtime';
import { operationsOf } from './roles';

/** What new pods of a VPA get now and after an edit that can be saved; undefined where that is no other. */
export async function newPodsAfter(
  on: Runtime,
  { namespace, name }: RemovedVpa,
  edit: PolicyEdit,
): Promise<NewPodsOfVpa | undefined> {
  const change = operationsOf(on).policies.change(namespace, name, edit);
  return change && newPodsOfChange(reportSources(on), change);
}
