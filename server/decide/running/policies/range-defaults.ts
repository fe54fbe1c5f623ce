import { RESOURCES } from '../../../objects/units';
import { WHOLE_POD } from '../../../objects/whole-pod';
import type { Reason } from '../../../words/reasons';
import type { ProposedUpdate, Restraint } from '../policy';

/** Says which limits containers gain that had none: LimitRanges give them at a resize as well as to a new pod. */
export const rangeDefaults: Restraint<undefined> = {
  name: 'range-defaults',
  begin: () => undefined,
  review: () => undefined,
  tell: gainedLimits,
};

function gainedLimits({ facts, way, changes, workload }: ProposedUpdate): Reason | undefined {
  const { defaultLimit } = workload.limits.container ?? {};
  if (way === 'evict' || !defaultLimit) return undefined;
  const gains = changes.flatMap(({ container, limits, formerLimits = {} }) => {
    if (container === WHOLE_POD) return [];
    const stated = facts.containers.find(({ name }) => name === container)?.limits ?? formerLimits;
    return RESOURCES.flatMap((resource) => {
      const limit = limits[resource];
      const isGained =
        limit !== undefined && stated[resource] === undefined && defaultLimit[resource] !== undefined;
      return isGained ? [{ container, resource, limit: Number(limit) }] : [];
    });
  });
  return gains.length > 0 ? { code: 'gains-limits', gains } : undefined;
}
