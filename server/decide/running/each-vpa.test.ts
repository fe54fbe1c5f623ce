import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { podPlan, vpaPlan } from '@/tests/support/plans';
import { atOnce } from '../../lib/time/slices';
import type { AuditRecord } from '../../store';
import { DecisionLog } from '../../updater/act/decision-log';
import { UpdaterMetrics } from '../../updater/act/metrics';
import { dueIn } from '../../updater/due';
import type { WorkloadInput } from './plan-input';
import type { Plan, PodPlan, VpaPlan } from './planned';

const HOSTILE_PODS: [what: string, pods: unknown][] = [
  ['no pods', undefined],
  ['a pod that is nothing', [null]],
  [
    'a pod that throws',
    [
      {
        get decision() {
          throw new Error('no decision');
        },
      } as unknown as PodPlan,
    ],
  ],
];

/** The plan of a hostile VPA before that of a healthy one, which evicts a pod. */
function plansBeside(pods: unknown): Plan {
  const hostile = { ...vpaPlan('bad', []), pods } as VpaPlan;
  return { atMs: 1, vpas: [hostile, vpaPlan('web', [podPlan('web-0', { decision: 'evict' })])], faults: [] };
}

describe.each(HOSTILE_PODS)('a VPA whose plan has %s', (_, pods) => {
  const faults = [expect.objectContaining({ about: 'VerticalPodAutoscaler shop/bad' })];

  it('keeps no other from being acted on', () => {
    const [bad, web] = ['bad', 'web'].map((name) => ({ vpa: { name } }) as WorkloadInput);
    const due = atOnce(dueIn(plansBeside(pods), [bad, web] as WorkloadInput[]));
    expect(due.tasks.map(({ workload }) => workload.vpa.name)).toEqual(['web']);
    expect(due.faults).toEqual(faults);
  });

  it('keeps no other from being recorded', () => {
    const records: AuditRecord[] = [];
    const recorder = { record: (...more: AuditRecord[]) => void records.push(...more) };
    expect(atOnce(new DecisionLog().recording(plansBeside(pods), recorder))).toEqual(faults);
    expect(records).toEqual([expect.objectContaining({ vpa: 'web', pod: 'web-0', decision: 'evict' })]);
  });

  it('keeps no other from being counted', async () => {
    const registry = new Registry();
    expect(atOnce(new UpdaterMetrics(registry).counting(plansBeside(pods)))).toEqual(faults);
    const text = await registry.metrics();
    expect(text).toContain('plumbline_updater_decisions{decision="evict"} 1');
    expect(text).toContain('vpa_updater_controlled_pods_total{vpa_size_log2="0",update_mode="Recreate"} 1');
  });
});
