import { type CompiledVpa, policyFor } from '../../decide/pods/compiled-vpa';
import type { ContainerChange } from '../../decide/running/planned';

/** How far rounding alone may move a target. */
const ROUNDING = 0.98;

/** The containers that a change gives all the memory that there is room for: more is needed, and no policy caps it. */
export function allThereIsIn(
  vpa: CompiledVpa,
  changes: readonly Pick<ContainerChange, 'container' | 'to'>[],
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { container, to } of changes) {
    const needed = vpa.recommendation?.get(container)?.uncappedTarget?.memory;
    const most = policyFor(vpa, container)?.maxAllowed.memory ?? Number.POSITIVE_INFINITY;
    if (to.memory === undefined || needed === undefined) continue;
    if (to.memory < needed * ROUNDING && to.memory < most) found.add(container);
  }
  return found;
}
