import type { LeftAsStated } from '../../decide/new/left-as-stated';
import { type CapReason, capAnnotation } from '../../decide/pods/cap-reasons';
import type { ContainerPlan } from '../../decide/pods/container-plan';
import type { ContainerAmounts } from '../../decide/pods/proportions';
import { RESOURCES } from '../../objects/units';
import { LEFT_REASONS } from '../../words/admission';
import { formatAmount, RESOURCE_NAMES } from '../../words/amounts';

/** What a patch states for a container: `app: CPU 163m instead of 100m, memory 250 MiB`. */
export function statedWords(
  plan: ContainerPlan,
  stated: ContainerAmounts | undefined,
  storage: number | undefined,
): string {
  const parts = RESOURCES.flatMap((resource) => {
    const to = plan.requests[resource];
    if (to === undefined) return [];
    const from = stated?.requests[resource];
    const instead = from !== undefined && from !== to ? ` instead of ${formatAmount(resource, from)}` : '';
    return [`${RESOURCE_NAMES[resource]} ${formatAmount(resource, to)}${instead}`];
  });
  if (storage !== undefined) parts.push(`ephemeral storage ${formatAmount('memory', storage)}`);
  return `${plan.name}: ${parts.join(', ')}`;
}

const NOT_CAPS: ReadonlySet<CapReason> = new Set(['no-original-limit', 'no-recommended-request']);

/** What holds amounts of a container back. */
export function capComment({ name, notes }: ContainerPlan): string[] {
  return notes.filter(({ reason }) => !NOT_CAPS.has(reason)).map((note) => `${name}: ${capAnnotation(note)}`);
}

export function leftWords({ container, resource, reason, autoscaler }: LeftAsStated): string {
  const who = autoscaler ? ` (${autoscaler})` : '';
  return `${container}: ${RESOURCE_NAMES[resource]} stays as stated, because ${LEFT_REASONS[reason]}${who}`;
}
