import { describe, expect, it } from 'vitest';
import type { ContainerView, ResourceView } from './recommendations';
import { findingsOf, gravestFinding, notableCap, requestVerdict, standingOf } from './verdict';

const at = (request: number, target: number, change: Partial<ResourceView> = {}): ResourceView => ({
  request: { min: request, max: request },
  target,
  lowerBound: target / 2,
  upperBound: target * 2,
  ...change,
});
const container = (change: Partial<ContainerView> = {}): ContainerView => ({
  name: 'app',
  off: false,
  cpu: at(100, 100),
  memory: at(100, 100),
  confidence: 1,
  samples: 1440,
  ...change,
});
const workload = (...containers: ContainerView[]) => ({
  state: { kind: 'recommended' as const },
  containers,
});

describe('the verdict on a workload', () => {
  it.each<[string, ContainerView, string]>([
    ['well within its bounds', container(), 'within'],
    ['below its lower bound', container({ cpu: at(10, 100) }), 'short'],
    ['above its upper bound', container({ cpu: at(300, 100) }), 'over'],
    ['without a request', container({ cpu: at(1, 100, { request: undefined }) }), 'unstated'],
    [
      'capped a tenth and more below what it needs',
      container({ memory: at(100, 100, { cap: { by: 'policy', needs: 400 } }) }),
      'capped',
    ],
    [
      'capped by less than a tenth',
      container({ memory: at(100, 100, { cap: { by: 'policy', needs: 105 } }) }),
      'within',
    ],
    [
      'killed for memory, whatever its bounds say',
      container({ ooms: { times: 3, lastMs: 5 } }),
      'oom-killed',
    ],
    [
      'within bounds that are wide only for want of history',
      container({ confidence: 0.05, cpu: at(1000, 126, { lowerBound: 60, upperBound: 4200 }) }),
      'early',
    ],
    [
      'within bounds that a day of history would not put it outside of',
      container({ confidence: 0.5, cpu: at(110, 100, { upperBound: 450 }) }),
      'within',
    ],
    [
      'at its target, however wide the bounds are',
      container({ confidence: 0.05, cpu: at(100, 100, { upperBound: 150 }) }),
      'within',
    ],
    [
      'far from its target without any history',
      container({ confidence: 0, cpu: at(900, 100, { upperBound: 1e14 }) }),
      'early',
    ],
    ['with a container in mode Off that starves', container({ off: true, cpu: at(10, 100) }), 'none'],
  ])('%s', (_, one, standing) => {
    expect(standingOf(workload(one))).toBe(standing);
  });

  it.each([
    ['refused', { refused: { message: 'exceeded quota' } }],
    ['pending', { pending: { pods: 1, of: 2, isStuck: true } }],
    ['within', { pending: { pods: 1, of: 2, isStuck: false } }],
  ] as const)('is %s, however well its requests are, while %j', (standing, troubles) => {
    expect(standingOf({ ...workload(container()), ...troubles })).toBe(standing);
  });

  it('tells of pods that do not come to be or do not run also without a recommendation', () => {
    const none = {
      state: { kind: 'none', reason: 'pods-pending' } as const,
      containers: [container({ cpu: {}, memory: {} })],
    };
    expect(standingOf(none)).toBe('none');
    expect(standingOf({ ...none, pending: { pods: 1, of: 1, isStuck: true } })).toBe('pending');
  });

  it('is that of its most severe container, most severe finding first', () => {
    const starved = container({ name: 'b', cpu: at(10, 100), ooms: { times: 2, lastMs: 9 } });
    const found = findingsOf(workload(container({ name: 'a', cpu: at(300, 100) }), starved));
    expect(found.map((finding) => [finding.container, finding.standing])).toEqual([
      ['b', 'oom-killed'],
      ['b', 'short'],
      ['a', 'over'],
      ['a', 'within'],
      ['b', 'within'],
    ]);
  });

  it('is none without a recommendation, except for an OOM kill', () => {
    const none = { state: { kind: 'none', reason: 'no-samples-yet' } as const };
    expect(gravestFinding({ ...none, containers: [container({ cpu: {}, memory: {} })] })).toBeUndefined();
    expect(standingOf({ ...none, containers: [container({ ooms: { times: 1, lastMs: 1 } })] })).toBe(
      'oom-killed',
    );
  });

  it('is made of those on its resources, which the page of the workload tells', () => {
    const wide = at(1000, 126, { lowerBound: 60, upperBound: 4200 });
    expect([requestVerdict(wide, 0.05), requestVerdict(wide, 1)]).toEqual(['early', 'within']);
    expect(notableCap(at(100, 100, { cap: { by: 'policy', needs: 105 } }))).toBeUndefined();
    expect(notableCap(at(100, 100, { cap: { by: 'policy', needs: 400 } }))).toMatchObject({ needs: 400 });
  });

  it('compares nothing if nothing is recommended', () => {
    expect(requestVerdict({ request: { min: 1, max: 1 } }, 1)).toBe('unknown');
  });
});
