import { hasLimitApart, limitBeside } from '../../pods/memory-limit/limit';
import type { Candidate, ChangeReason, Trigger } from '../policy';

/**
 * A memory limit of its own that is missing, or too low for what the container reached, is reason for a change whatever
 * the request. One that is too high reserves nothing: it falls with the next change.
 */
export const memoryLimit: Trigger = {
  name: 'memory-limit',
  review: (candidate) => limitsOutOfRange(candidate),
};

function limitsOutOfRange({ facts, workload, recommended }: Candidate): ChangeReason[] {
  const {
    vpa,
    limits: { container: range },
  } = workload;
  return facts.containers.flatMap((container, index): ChangeReason[] => {
    const own = recommended[index];
    const request = own?.target.memory;
    const { ownLimit } = own ?? {};
    if (request === undefined || !ownLimit || !hasLimitApart(container, vpa, own, range)) return [];
    const target = limitBeside(request, ownLimit.target, range);
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
