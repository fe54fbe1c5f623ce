import { amountsFrom, isQuantity, quantityText } from '../../objects/quantity';
import type { HorizontalPodAutoscaler } from '../../objects/types';
import { type Amounts, RESOURCES } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { actsOnNewPods, byStrength } from '../pods/controlling-vpa';
import { ALL_GATES_ON } from '../pods/vpa-faults';
import { readVpa } from '../pods/vpa-reading';
import { boundsBelowZero } from '../pods/vpa-validation';

/** What a VPA may conflict with. */
export interface Surroundings {
  /** VPAs of the same target. */
  readonly vpas: readonly VerticalPodAutoscaler[];
  /** HPAs that scale its target. */
  readonly hpas: readonly HorizontalPodAutoscaler[];
  /** The most that any one node can give; absent while unknown. */
  readonly largestNode?: Amounts;
}

const AUTO_DEPRECATED =
  'spec.updatePolicy: "Auto" mode is deprecated and will be removed in a future API version. ' +
  'Use explicit update modes like: [InPlace InPlaceOrRecreate Initial Off Recreate]. ' +
  'See https://github.com/kubernetes/autoscaler/issues/8424 for more details.';

/** What `kubectl apply` should say about a VPA that is accepted anyway. */
export function vpaWarnings(vpa: VerticalPodAutoscaler, surroundings: Surroundings): string[] {
  return [
    ...(vpa.spec.updatePolicy?.updateMode === 'Auto' ? [AUTO_DEPRECATED] : []),
    ...sharedTarget(vpa, surroundings.vpas),
    ...belowZero(vpa),
    ...aboveLargestNode(vpa, surroundings.largestNode),
  ];
}

function sharedTarget(vpa: VerticalPodAutoscaler, others: readonly VerticalPodAutoscaler[]): string[] {
  const target = vpa.spec.targetRef;
  const acts = (one: VerticalPodAutoscaler) => actsOnNewPods(readVpa(one).compiled, ALL_GATES_ON);
  const rivals = others.filter((other) => other.metadata.name !== vpa.metadata.name && acts(other));
  const strongest = rivals.sort(byStrength)[0];
  if (!target || !strongest || !acts(vpa)) return [];
  return [
    `spec.targetRef: VPA "${strongest.metadata.name}" acts on ${target.kind} "${target.name}" too; ` +
      'the older one, then the first by name, controls its pods; running pods are not updated for what both change.',
  ];
}

function belowZero(vpa: VerticalPodAutoscaler): string[] {
  return boundsBelowZero(vpa).map(({ field, message }) => `${field}: ${message}.`);
}

function aboveLargestNode(vpa: VerticalPodAutoscaler, largest: Amounts | undefined): string[] {
  if (!largest) return [];
  return (vpa.spec.resourcePolicy?.containerPolicies ?? []).flatMap((policy, index) =>
    (['minAllowed', 'maxAllowed'] as const).flatMap((bound) =>
      RESOURCES.flatMap((resource) => {
        const value = policy[bound]?.[resource];
        const most = largest[resource];
        if (!isQuantity(value) || most === undefined) return [];
        if ((amountsFrom({ [resource]: value })[resource] ?? 0) <= most) return [];
        const text = quantityText(resource, most);
        return [
          `spec.resourcePolicy.containerPolicies[${index}].${bound}[${resource}]: ${value} is more than the largest node can give (${text}); ` +
            'pods may stay Pending.',
        ];
      }),
    ),
  );
}
