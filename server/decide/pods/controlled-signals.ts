import { EPHEMERAL_STORAGE, REQUESTED_RESOURCES, RESOURCE_FACTS } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { Recommendation } from './recommendation';
import { statedIn } from './stated-text';

/** Names the signals besides CPU and memory that the VPA's pods are to request, separated by commas. */
export const CONTROLLED_SIGNALS_ANNOTATION = 'plumbline.dev/controlled-signals';

const CONTROLLABLE: readonly string[] = REQUESTED_RESOURCES.filter(
  (resource) => RESOURCE_FACTS[resource].measured === 'signal',
);

function namesIn(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): string[] {
  const stated = statedIn(vpa, CONTROLLED_SIGNALS_ANNOTATION);
  if (stated === undefined) return [];
  return stated
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

/** The recommendation as far as this VPA is to request it: ephemeral storage only if it asks for that. */
export function asControlled<R extends Recommendation | undefined>(
  recommendation: R,
  vpa: Pick<VerticalPodAutoscaler, 'metadata'>,
): R | Recommendation {
  return controlsStorage(vpa) ? recommendation : withoutStorage(recommendation);
}

/** The same without ephemeral storage; the same object if there is none. */
export function withoutStorage<R extends Recommendation | undefined>(recommendation: R): R | Recommendation {
  if (
    !recommendation ||
    ![...recommendation.values()].some(({ target }) => target[EPHEMERAL_STORAGE] !== undefined)
  )
    return recommendation;
  return new Map(
    [...recommendation].map(([name, own]) => {
      const { [EPHEMERAL_STORAGE]: _none, ...target } = own.target;
      return [name, { ...own, target }];
    }),
  );
}
