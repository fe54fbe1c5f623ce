import { describe, expect, it } from 'vitest';
import type { PodPlan, VpaPlan } from '../../decide/running/planned';
import { quotaRemedies } from './quota-remedies';

const GIB = 2 ** 30;

/** A pod that would have `asked` after an eviction, and `grows` by that. */
function held(resource: 'cpu' | 'memory', asked: number, grows: number, more: object = {}): PodPlan {
  const name = `requests.${resource}`;
  const hard = resource === 'cpu' ? 2000 : 3 * GIB;
  return {
    decision: 'wait',
    reasons: [
      {
        code: 'exceeds-quota',
        quota: 'q',
        of: 'requests',
        resource,
        asked,
        room: 0,
        grows,
        name,
        hard,
        ...more,
      },
    ],
  } as unknown as PodPlan;
}
const vpaOf = (name: string, pods: PodPlan[], namespace = 'shop') =>
  ({ namespace, name, pods }) as unknown as VpaPlan;

describe('the remedy of a quota', () => {
  it('is room for all that it holds back, as one command', () => {
    const remedyOf = quotaRemedies({
      vpas: [
        vpaOf('web', [held('cpu', 300, 100), held('cpu', 300, 100)]),
        vpaOf('api', [held('memory', 2 * GIB, GIB)]),
        vpaOf('other', [held('cpu', 9000, 9000)], 'elsewhere'),
      ],
    });
    // Two pods grow by 100m, and one is there beside its successor.
    expect(remedyOf('shop', 'q')).toContain(
      `kubectl patch resourcequota q -n shop --type merge -p '{"spec":{"hard":{"requests.cpu":"2400m","requests.memory":"5Gi"}}}'`,
    );
    expect(remedyOf('shop', 'q')).toContain('2 workloads');
    expect(remedyOf('shop', 'another')).toBeUndefined();
  });

  it('is room for the replicas to come too, less what is free', () => {
    const claim = { room: -10, free: 390, claimed: 400, replicas: 2 };
    const remedyOf = quotaRemedies({ vpas: [vpaOf('web', [held('cpu', 200, 100, claim)])] });
    expect(remedyOf('shop', 'q')).toContain('"requests.cpu":"2210m"');
  });
});
