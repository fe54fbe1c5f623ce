import { RESOURCES } from '../../../objects/units';
import type { ChangeReason, Trigger } from '../policy';

/** What was to be raised once what lowers was granted: it is the same change, and waits for no age. */
export const secondStep: Trigger = {
  name: 'second-step',
  review({ facts, workload, recommended, wholePod }): readonly ChangeReason[] {
    const { mode } = workload.vpa;
    if (facts.raisesNext.length === 0 || facts.resize.kind !== 'none') return [];
    if (mode !== 'InPlace' && mode !== 'InPlaceOrRecreate') return [];
    const sized = facts.containers.map(({ name, requests }, index) => ({
      name,
      requests,
      target: recommended[index]?.target,
    }));
    if (wholePod)
      sized.push({ name: wholePod.name, requests: wholePod.requests, target: wholePod.recommended.target });
    return sized.flatMap(({ name: container, requests, target: wanted }) =>
      RESOURCES.flatMap((resource): ChangeReason[] => {
        const [request, target] = [requests[resource], wanted?.[resource]];
        if (!facts.raisesNext.includes(`${container} ${resource}`)) return [];
        if (request === undefined || target === undefined || target <= request) return [];
        const reason = { code: 'raise-after-lowering' as const, container, resource, request, target };
        return [{ kind: 'change', by: 'resize', reason }];
      }),
    );
  },
};
