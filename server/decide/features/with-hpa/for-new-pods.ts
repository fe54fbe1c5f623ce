import type { HorizontalPodAutoscaler } from '../../../objects/types';
import type { CompiledVpa } from '../../pods/compiled-vpa';
import type { HpaClaim } from '../../pods/hpa-claims';
import type { Recommendation } from '../../pods/recommendation';
import { type Given, givenOf, readHpaGiven } from './hpa-given';
import { withHpas } from './with-hpa';

export interface ForNewPods {
  /** These stay as the pod states them. */
  readonly claims: readonly HpaClaim[];
  /** These are given as to the running pods, whatever is recommended now. */
  readonly given: Given;
}

/**
 * New pods get what the running ones have of the requests that an HPA measures and the VPA may change; until it
 * is known what that is, they keep what they state.
 */
export function forNewPods(
  { vpa }: Pick<CompiledVpa, 'vpa'>,
  recommendation: Recommendation | undefined,
  hpas: readonly HorizontalPodAutoscaler[],
): ForNewPods {
  const { kept, freed } = withHpas(vpa, hpas);
  const measured = freed.filter(({ percent }) => percent !== undefined);
  if (measured.length === 0) return { claims: kept, given: new Map() };
  const known = readHpaGiven(vpa);
  const unknown: HpaClaim[] = [];
  const given = givenOf({ recommendation }, measured, (container, resource) => {
    const amount = known.get(container)?.[resource];
    if (amount === undefined)
      unknown.push({ autoscaler: measured[0]?.autoscaler ?? '', resource, container });
    return amount;
  });
  return { claims: [...kept, ...unknown], given };
}
