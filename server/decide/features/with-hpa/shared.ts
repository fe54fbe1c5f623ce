import type { HorizontalPodAutoscaler } from '../../../objects/types';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { claimsOf, type HpaClaim } from '../../pods/hpa-claims';
import { readableHpas } from './readable-hpas';
import { readWithHpa } from './with-hpa';

/** What `kubectl apply` should say of a VPA without a mode whose target HPAs scale by what it changes. */
export function sharedWithHpa(
  vpa: VerticalPodAutoscaler,
  hpas: readonly HorizontalPodAutoscaler[],
): string[] {
  const target = vpa.spec.targetRef;
  if (readWithHpa(vpa).mode) return [];
  return readableHpas(hpas).hpas.flatMap((hpa) => {
    const shared = claimsOf(hpa).filter((claim) => controls(vpa, claim));
    if (shared.length === 0) return [];
    const metrics = [...new Set(shared.map(nameOf))].join(' and ');
    return [
      `spec.targetRef: HPA "${hpa.metadata.name}" scales ${target?.kind} "${target?.name}" by ${metrics}, ` +
        'which this VPA changes too; leave that resource out of controlledResources.',
    ];
  });
}

function nameOf({ resource, container }: HpaClaim): string {
  return container === undefined ? resource : `${resource} of ${container}`;
}

function controls(vpa: VerticalPodAutoscaler, { resource, container }: HpaClaim): boolean {
  if (vpa.spec.updatePolicy?.updateMode === 'Off') return false;
  const policies = vpa.spec.resourcePolicy?.containerPolicies ?? [];
  const everyOther = policies.find((policy) => policy.containerName === '*');
  const own = policies.find((policy) => policy.containerName === container);
  const all = everyOther ? policies : [...policies, {}];
  const applying = container === undefined ? all : [own ?? everyOther ?? {}];
  return applying.some(
    (policy) =>
      policy.mode !== 'Off' && (!policy.controlledResources || policy.controlledResources.includes(resource)),
  );
}
