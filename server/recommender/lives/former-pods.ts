import type { ClusterState } from '@/server/model/cluster-state';
import type { LabelledContainer, PastIntake } from '@/server/model/cluster-types';
import type { TemplateLife } from './template-life';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Until when samples of a pod's name are of a former template, Unix ms; undefined if none are. A StatefulSet's pods keep
 * their names over a roll-out, and a store tells no more of pods that are gone.
 * @param createdMs of the pod that has the name now; undefined if none has
 * @param stepMs a sample tells of so long before it
 */
export function formerUntil(
  life: TemplateLife | 'rolled-back' | undefined,
  createdMs: number | undefined,
  stepMs: number,
): number | undefined {
  if (!life || life === 'rolled-back') return undefined;
  const { sinceMs } = life;
  if (createdMs !== undefined && createdMs < sinceMs) return undefined;
  // One that came much later may not be the first of this template.
  const rolledOutMs = createdMs !== undefined && createdMs - sinceMs < DAY_MS ? createdMs : sinceMs + HOUR_MS;
  return rolledOutMs + stepMs;
}

/** Takes past samples of one container, those of a former template apart. */
export function openPastOf(
  state: Pick<ClusterState, 'openPast'>,
  container: LabelledContainer,
  formerUntilMs: number | undefined,
): PastIntake {
  const present = state.openPast(container);
  if (formerUntilMs === undefined) return present;
  const { pod, labels } = container;
  let former: PastIntake | undefined;
  const at = (timeMs: number): PastIntake => {
    if (timeMs >= formerUntilMs) return present;
    former ??= state.openPast({
      ...container,
      pod: `${pod} before`,
      labels: { ...labels, 'controller-revision-hash': 'former' },
    });
    return former;
  };
  return {
    addCpu: (timeMs, millicores) => at(timeMs).addCpu(timeMs, millicores),
    addMemory: (timeMs, bytes) => at(timeMs).addMemory(timeMs, bytes),
    addOom: (timeMs, bytes) => at(timeMs).addOom(timeMs, bytes),
    end: () => {
      former?.end();
      present.end();
    },
  };
}
