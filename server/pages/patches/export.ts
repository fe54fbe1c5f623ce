import type { ExportView, PatchedWorkload, PatchFile } from '../../contract/patches';
import { Slices } from '../../lib/time/slices';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { ListRequest } from '../list-query';
import { knowing } from '../reports/sources';
import { filesAround } from './folder';
import { type PatchSources, patchOfVpa } from './patch-of-vpa';
import { type Filtered, selectedVpas } from './selection';

/**
 * The export of what a query selects, see `selectedVpas`.
 * @throws AppError `bad-request`, `not-found`, `forbidden` or `cluster-error`
 */
export async function exportFor(
  sources: PatchSources,
  asked: ListRequest,
  filtered: Filtered,
): Promise<ExportView> {
  await knowing(sources);
  return exportOf(sources, await selectedVpas(sources, asked, filtered));
}

/** The targets of these VPAs as patches, in a folder for Kustomize; what gets no patch is named with the reason. */
async function exportOf(sources: PatchSources, vpas: readonly VerticalPodAutoscaler[]): Promise<ExportView> {
  const slices = new Slices();
  const workloads: PatchedWorkload[] = [];
  const patches: PatchFile[] = [];
  const leftOut: ExportView['leftOut'] = [];
  for (const vpa of vpas) {
    const made = await patchOfVpa(sources, vpa);
    if ('why' in made) {
      const { namespace = '', name } = vpa.metadata;
      leftOut.push({ namespace, vpa: name, why: made.why });
    } else {
      workloads.push(made.workload);
      patches.push(made.file());
    }
    await slices.breathe();
  }
  return { files: [...filesAround({ workloads, leftOut }), ...patches], workloads, leftOut };
}
