import { expect, it } from 'vitest';
import type { ContainerView, ResourceView } from '../../contract/recommendations';
import { type Standing, standingOf } from '../../contract/verdict';
import { noCost } from '../../decide/new/workload-cost';
import { dangerOf } from './danger';

const at = (request: number, target: number, more: Partial<ResourceView> = {}): ResourceView => ({
  request: { min: request, max: request },
  target,
  lowerBound: target * 0.9,
  upperBound: target * 1.1,
  ...more,
});
const container = (change: Partial<ContainerView> = {}): ContainerView => ({
  name: 'app',
  off: false,
  cpu: at(100, 100),
  memory: {},
  confidence: 1,
  samples: 0,
  ...change,
});
const workload = (container: ContainerView, change: object = {}) => ({
  state: { kind: 'recommended' } as const,
  pods: 2,
  containers: [container],
  ...change,
});
const killed = (times: number) => container({ ooms: { times, lastMs: 0 } });
const pending = (pods: number, of: number, isStuck = true) => ({ pods: of, pending: { pods, of, isStuck } });

it('puts what is down first, then kills an hour, then what it is short of', () => {
  const order = {
    'refused altogether': workload(container(), { pods: 0, refused: { message: '' } }),
    'two of two Pending': workload(container(), pending(2, 2)),
    'one of four Pending': workload(killed(300), pending(1, 4)),
    'killed 40 times': workload(killed(40)),
    'killed once': workload(container({ cpu: at(10, 5000), ooms: { times: 1, lastMs: 0 } })),
    'short of 4 cores a pod': workload(container({ cpu: at(1000, 5000) })),
    'capped by 3 cores a pod': workload(
      container({ cpu: at(1000, 1000, { cap: { by: 'policy', needs: 4000 } }) }),
    ),
    'short of 90m a pod': workload(container({ cpu: at(10, 100) })),
    'without a request': workload(container({ cpu: { target: 5 } })),
    'over its bounds': workload(container({ cpu: at(900, 100) })),
    'within, and starting': workload(container(), pending(1, 2, false)),
  };
  const dangers = Object.entries(order).map(([name, one]) => ({
    name,
    danger: dangerOf(one, standingOf(one), undefined),
  }));
  expect(dangers.toSorted((a, b) => b.danger - a.danger).map(({ name }) => name)).toEqual(Object.keys(order));
});

it('takes what a workload is short of from its cost, where that is known', () => {
  const short = workload(container({ cpu: at(10, 100) }));
  const standing: Standing = 'short';
  const { amounts, ...rest } = noCost(false);
  const cost = { ...rest, amounts: { ...amounts, growth: { cpu: 2500, memory: 4 * 1024 ** 3 } } };
  expect(dangerOf(short, standing, cost) - dangerOf(workload(container()), standing, undefined)).toBeCloseTo(
    3,
  );
});
