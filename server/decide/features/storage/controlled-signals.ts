import { EPHEMERAL_STORAGE } from '../../../objects/units';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn } from '../../pods/stated-text';

/** Names the signals besides CPU and memory that the VPA's pods are to request, separated by commas. */
export const CONTROLLED_SIGNALS_ANNOTATION = 'plumbline.dev/controlled-signals';

const CONTROLLABLE: readonly string[] = [EPHEMERAL_STORAGE];

function namesIn(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): string[] {
  return (statedIn(vpa, CONTROLLED_SIGNALS_ANNOTATION) ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Whether the pods of this VPA are to request ephemeral storage. */
export function controlsStorage(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): boolean {
  return namesIn(vpa).includes(EPHEMERAL_STORAGE);
}

/** What is wrong with the annotation; names that are known count nevertheless. */
export function controlledSignalsFaults(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): string[] {
  return [...new Set(namesIn(vpa))]
    .filter((name) => !CONTROLLABLE.includes(name))
    .map((name) => `"${name.slice(0, 60)}" cannot be controlled; it takes ${CONTROLLABLE.join(', ')}`);
}
