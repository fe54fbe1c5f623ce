import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { pod, vpa, workload } from '@/tests/support/plan-input';
import { runs } from '@/tests/support/property-runs';
import { memoryBytes } from '../../../objects/units';
import { candidates } from '../candidate';
import { PodFacts } from '../pod-facts';
import type { ProposedUpdate } from '../policy';
import { nodeGuard } from './node-guard';

const MIB = 2 ** 20;

/** A resize of a pod on node-0 from and to so many MiB. */
function resize(
  name: string,
  from: number,
  to: number,
  reasons: ProposedUpdate['reasons'] = [],
): ProposedUpdate {
  const own = pod(name, { requests: { cpu: '100m', memory: `${from}Mi` } });
  const facts = new PodFacts(own);
  const requests = { memory: memoryBytes(from * MIB) };
  const to_ = { memory: memoryBytes(to * MIB) };
  return {
    ...candidates(workload([own], vpa()))(facts),
    way: 'resize',
    reasons,
    changes: [{ container: 'app', from: requests, to: to_, limits: {} }],
  };
}

interface Node {
  readonly requested: number;
  readonly peak: number | undefined;
  readonly times?: number;
}

function heldOn({ requested, peak, times = 1.1 }: Node, proposals: readonly ProposedUpdate[]) {
  const guard = nodeGuard(
    proposals,
    { requestedOn: () => ({ cpu: 0, memory: requested * MIB }) },
    {
      settings: defaultConfig({ nodeGuard: times }),
      memoryPeakOf: () => (peak === undefined ? undefined : peak * MIB),
    },
  );
  const scope = {
    nowMs: 0,
    cluster: { settings: defaultConfig(), lease: { kind: 'not-required' as const } },
  };
  return proposals.flatMap((proposal) => {
    const hold = guard.review(proposal, scope);
    return hold ? [{ name: proposal.facts.name, reason: hold.reason }] : [];
  });
}

const BURNS: ProposedUpdate['reasons'] = [
  { code: 'killed-below-limit', container: 'app', finishedMs: 0, limit: 1, target: 2 },
];

describe('the requests on a node', () => {
  const three = [resize('small', 300, 200), resize('large', 900, 300), resize('middle', 500, 300)];

  it('are lowered, the largest reductions first, while they sum to more than its peak and a tenth', () => {
    expect(heldOn({ requested: 1700, peak: 700 }, three)).toEqual([]);
    const held = heldOn({ requested: 1700, peak: 800 }, three);
    expect(held.map(({ name }) => name)).toEqual(['small']);
    expect(held[0]?.reason).toMatchObject({
      code: 'node-needs-requests',
      node: 'node-0',
      sum: 800 * MIB,
      requested: 1700 * MIB,
      peak: 800 * MIB,
      times: 1.1,
    });
    expect(heldOn({ requested: 1700, peak: 1600 }, three)).toHaveLength(3);
  });

  it('go up without a word', () => {
    expect(heldOn({ requested: 100, peak: 900 }, [resize('more', 100, 400)])).toEqual([]);
  });

  it('wait for nothing that burns', () => {
    expect(heldOn({ requested: 900, peak: 900 }, [resize('killed', 900, 300, BURNS)])).toEqual([]);
  });

  it('are lowered where the peak is not known, and where nobody asks for the rule', () => {
    expect(heldOn({ requested: 1700, peak: undefined }, three)).toEqual([]);
    expect(heldOn({ requested: 1700, peak: 9000, times: 0 }, three)).toEqual([]);
  });

  it('never sum to less than they should by what is let through', () => {
    const size = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(fc.array(fc.tuple(size, size), { maxLength: 12 }), size, size, (pairs, beside, peak) => {
        const proposals = pairs.map(([from, to], index) => resize(`web-${index}`, from, to));
        const requested = pairs.reduce((sum, [from]) => sum + from, 0) + beside;
        const held = new Set(heldOn({ requested, peak }, proposals).map(({ name }) => name));
        const lowered = pairs.reduce(
          (sum, [from, to], index) => (held.has(`web-${index}`) || to >= from ? sum : sum + from - to),
          0,
        );
        if (lowered > 0) expect(requested - lowered).toBeGreaterThanOrEqual(1.1 * peak - 1e-6);
      }),
      { numRuns: runs(100) },
    );
  });
});
