import type { ResumeView } from '../../contract/operations';
import { givenMode } from '../../decide/pods/mode-before-stop';
import { coversVpa, isStopped, type StopScope, type StopState } from '../../decide/pods/stop';
import type { Sliced } from '../../lib/time/slices';
import type { UpdateMode, VerticalPodAutoscaler } from '../../objects/vpa-types';

/** The VPAs that a resume of `scope` frees, and their modes. */
export function* resuming(
  vpas: Iterable<VerticalPodAutoscaler>,
  scope: StopScope,
  { now, lifted }: { now: StopState; lifted: StopState },
): Sliced<Omit<ResumeView, 'pods'>> {
  const modes = new Map<UpdateMode, number>();
  let returning = 0;
  let stayOff = 0;
  let stillStopped = 0;
  for (const vpa of vpas) {
    yield;
    const { namespace = '', name } = vpa.metadata;
    if (!coversVpa(scope, namespace, name) || !isStopped(now, namespace, name)) continue;
    if (isStopped(lifted, namespace, name)) {
      stillStopped++;
      continue;
    }
    const mode = givenMode(vpa);
    if (mode === 'Off') {
      stayOff++;
      continue;
    }
    returning++;
    modes.set(mode, (modes.get(mode) ?? 0) + 1);
  }
  const counted = [...modes].map(([mode, vpas]) => ({ mode, vpas }));
  counted.sort((a, b) => b.vpas - a.vpas || a.mode.localeCompare(b.mode));
  return { vpas: returning, modes: counted, stayOff, stillStopped };
}
