import { expect, it } from 'vitest';
import type { PlanReport } from './backend';
import { planText } from './plan-text';

const MIB = 2 ** 20;

it('shows requests, and the limits that change with them', () => {
  const changes = [
    {
      container: 'app',
      from: { cpu: 100, memory: 512 * MIB },
      to: { memory: 200 * MIB },
      limits: { memory: 480 * MIB },
      formerLimits: { memory: 512 * MIB },
    },
    { container: 'log', from: { cpu: 10 }, to: { cpu: 20 }, limits: { cpu: 40 } },
  ];
  const group = {
    key: 'a',
    decision: 'resize',
    count: 1,
    reasons: [],
    changes,
    awaits: [],
    pods: [{ name: 'web-1', uid: '1', reasons: [] }],
  };
  const plan = {
    atMs: 0,
    updater: { kind: 'leading' },
    rows: [{ namespace: 'shop', name: 'web', updateMode: 'InPlace', pods: 1, groups: [group] }],
  } as unknown as PlanReport;
  expect(planText(plan)).toContain(
    'app: 100m, 512 MiB → 200 MiB, memory limit 512 MiB → 480 MiB; log: 10m → 20m, -, CPU limit - → 40m',
  );
});
