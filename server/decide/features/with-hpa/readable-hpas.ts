import type { HorizontalPodAutoscaler } from '../../../objects/types';
import { eachByItself, type ObjectFault } from '../../../words/object-fault';
import { metricsOf } from '../../pods/hpa-claims';
import { hpaManager } from '../../pods/hpa-manager';

type Hpas = readonly HorizontalPodAutoscaler[];

/** The HPAs of one target that count, and those that cannot be read: each costs only itself. */
export interface ReadableHpas {
  readonly hpas: Hpas;
  readonly faults: readonly ObjectFault[];
}

/** Watches replace an object that changes, and index its targets in a new list. */
const KNOWN = new WeakMap<Hpas, ReadableHpas>();

/** Sorts out the HPAs whose metrics or whose manager cannot be read; read once for each list. */
export function readableHpas(listed: Hpas): ReadableHpas {
  let known = KNOWN.get(listed);
  if (!known) {
    const { results, faults } = eachByItself('HorizontalPodAutoscaler', listed, (hpa) => {
      refuseOddContainers(hpa);
      hpaManager(hpa);
      return hpa;
    });
    known = { hpas: faults.length > 0 ? results : listed, faults };
    KNOWN.set(listed, known);
  }
  return known;
}

/** @throws TypeError for a container that is an object, where its name should be */
function refuseOddContainers(hpa: HorizontalPodAutoscaler): void {
  for (const metric of metricsOf(hpa))
    if (typeof metric?.containerResource?.container === 'object')
      throw new TypeError('spec.metrics: a container is no text');
}
