import type { WorkloadRow } from '@/server/contract/workloads';
import type { PodPlan } from '@/server/decide/running/planned';
import type { Runtime } from '@/server/host/runtime';
import type { UpdaterHandle } from '@/server/updater';
import { asking } from './asking';

/** The workloads as the pages list them: the first page. */
export async function listedWorkloads(running: Runtime | undefined): Promise<WorkloadRow[]> {
  return (await running?.pages.workloads(asking()))?.rows ?? [];
}

/** The pods of a VPA in the plan as the pages show it. */
export async function plannedPods(updater: UpdaterHandle | undefined, vpa: string): Promise<PodPlan[]> {
  await updater?.shown.refresh();
  return updater?.shown.latest?.plan.vpas.find(({ name }) => name === vpa)?.pods ?? [];
}
