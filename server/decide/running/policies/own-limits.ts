import { hasLimitApart, limitForRequest } from '../../pods/memory-limit/limit';
import type { Candidate, ChangeReason, Trigger } from '../policy';

/**
 * A limit of its own that is too low for what the container reached, or a missing one of memory, is reason for a change
 * whatever the request. One that is too high reserves nothing: it falls with the next change.
 */
export const ownLimits: Trigger = {
  name: 'own-limits',
  review: (candidate) => [...memoryLimitsTooLow(candidate), ...cpuLimitsTooLow(candidate)],
};

function cpuLimitsTooLow({ facts, workload, recommended }: Candidate): ChangeReason[] {
  return facts.containers.flatMap((container, index): ChangeReason[] => {
    const own = recommended[index];
    const { cpu: limit } = container.limits;
    const range = own?.limitOnly?.cpu;
    if (!range || own?.target.cpu === undefined || limit === undefined || limit >= range.lowerBound)
      return [];
    const target = limitForRequest(own.target.cpu, range.target, workload.limits.container, 'cpu');
    if (limit >= target) return [];
    const { lowerBound } = range;
    return [
      {
        kind: 'change',
        reason: { code: 'cpu-limit-too-low', container: container.name, limit, target, lowerBound },
      },
    ];
  });
}

function memoryLimitsTooLow({ facts, workload, recommended }: Candidate): ChangeReason[] {
  const {
    vpa,
    limits: { container: range },
  } = workload;
  return facts.containers.flatMap((container, index): ChangeReason[] => {
    const own = recommended[index];
    const request = own?.target.memory;
    const { ownLimit } = own ?? {};
    if (request === undefined || !ownLimit || !hasLimitApart(container, vpa, own, range)) return [];
    const target = limitForRequest(request, ownLimit.target, range);
    const { lowerBound } = ownLimit;
    const limit = container.limits.memory;
    const isEnough = limit !== undefined && (limit >= lowerBound || limit >= target);
    if (isEnough) return [];
    return [
      {
        kind: 'change',
        reason: {
          code: 'memory-limit-too-low',
          container: container.name,
          ...(limit !== undefined && { limit }),
          target,
          lowerBound,
        },
      },
    ];
  });
}
