import { describe, expect, it } from 'vitest';
import { hpaOn, onShare, usedShare } from '@/tests/support/hpa';
import { NOW_MS, type PodOptions, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import { reasonsText } from '../../words/reasons';
import { KEPT_THRESHOLDS_ANNOTATION } from '../features/with-hpa/hpa-thresholds';
import type { HpaFacts } from './hpa-facts';
import type { WorkloadInput } from './plan-input';
import type { PodPlan } from './planned';

/** Each of 8 pods has 100m and 100Mi, and wants 200m and 200Mi. */
const eight = (options: PodOptions = {}) =>
  Array.from({ length: 8 }, (_, index) => pod(`p${index}`, options));
const IN_PLACE = vpa({ updatePolicy: { updateMode: 'InPlaceOrRecreate' } });

function facts(more: Partial<HpaFacts> & { use?: string; percent?: number } = {}): HpaFacts {
  const { use = '70m', percent = 70, ...rest } = more;
  const hpa = hpaOn([onShare('cpu', percent, 'app')], [usedShare('cpu', 0, use, 'app')]);
  const freed = [{ autoscaler: 'scaler', resource: 'cpu', container: 'app', percent } as const];
  return { hpa, freed, pods: eight(), holdsJumps: true, ...rest };
}

const first = (hpa: HpaFacts, more: Partial<WorkloadInput> = {}, pods = eight()) => {
  const [plan] = planned(workload(pods, IN_PLACE, { hpa, ...more }));
  return `${plan?.decision}: ${reasonsText(
    (plan?.reasons ?? []).filter(({ code }) => code.startsWith('hpa')),
    NOW_MS,
  )}`;
};

const changed = (plan: readonly PodPlan[], name: string) =>
  Object.keys(plan.find((one) => one.name === name)?.changes[0]?.to ?? {}).join(' ');

describe('a change of a request that an HPA scales on', () => {
  it.each<[string, HpaFacts, string]>([
    [
      'waits if it would halve the replicas, and the rest goes on',
      facts(),
      'resize: A HorizontalPodAutoscaler would change the replicas too much at once: CPU of app: HorizontalPodAutoscaler scaler goes from 8 to 4 replicas; at most 2 may be added or removed for this.',
    ],
    [
      'goes, and says what becomes of the replicas',
      facts({
        use: '110m',
        hpa: {
          ...hpaOn([onShare('cpu', 70, 'app')], [usedShare('cpu', 0, '110m', 'app')]),
          spec: { ...facts().hpa.spec, maxReplicas: 9 },
        },
      }),
      'resize: It changes a request that an HPA scales on: HorizontalPodAutoscaler scaler goes from 9 to 7 replicas.',
    ],
    [
      'only says so if conflicts do not count',
      facts({ holdsJumps: false }),
      'resize: It changes a request that an HPA scales on: HorizontalPodAutoscaler scaler goes from 8 to 4 replicas.',
    ],
    [
      'goes without a word while nobody knows',
      facts({ hpa: hpaOn([onShare('cpu', 70, 'app')]) }),
      'resize: ',
    ],
    [
      'goes without a word if the HPA measures another request',
      facts({ freed: [{ autoscaler: 'scaler', resource: 'cpu', container: 'log', percent: 70 }] }),
      'resize: ',
    ],
    [
      'goes if the HPA keeps its threshold',
      facts({
        mode: 'keep-threshold',
        hpa: hpaOn([onShare('cpu', 70, 'app')], [usedShare('cpu', 0, '70m', 'app')], {
          annotations: {
            [KEPT_THRESHOLDS_ANNOTATION]: JSON.stringify({
              'cpu/app': { threshold: 70, percent: 70, first: 70 },
            }),
          },
        }),
      }),
      'resize: It changes a request that an HPA scales on: HorizontalPodAutoscaler scaler stays at 8 replicas.',
    ],
  ])('%s', (_case, hpa, expected) => {
    expect(first(hpa)).toBe(expected);
  });

  it('waits in mode bottleneck if it would come to lead, however little that adds', () => {
    const pods = eight({ requests: { cpu: '230m', memory: '160Mi' }, ageMs: 96 * 3_600_000 });
    const near = facts({ use: '112m', percent: 50, pods });
    expect(first(near, {}, pods)).toContain('resize: It changes');
    expect(first(near, {}, pods)).toContain('goes from 8 to 9 replicas');
    expect(first({ ...near, mode: 'bottleneck' }, {}, pods)).toBe('resize: ');
    expect(changed(planned(workload(pods, IN_PLACE, { hpa: near })), 'p0')).toBe('cpu');
    const led = planned(workload(pods, IN_PLACE, { hpa: { ...near, mode: 'bottleneck' } }));
    expect(changed(led, 'p0')).toBe('memory');
  });

  it('does not wait after an OOM kill', () => {
    const killed = [pod('killed', { killedAfterMs: 60_000 }), ...eight().slice(1)];
    const plan = planned(workload(killed, IN_PLACE, { hpa: facts() }));
    expect(changed(plan, 'killed')).toBe('cpu memory');
    expect(changed(plan, 'p1')).toBe('memory');
  });

  it('is all that waits if nothing else is to be changed', () => {
    const pods = eight({ requests: { cpu: '100m', memory: '200Mi' } });
    expect(first(facts({ pods }), {}, pods)).toMatch(/^wait: A HorizontalPodAutoscaler would change/);
  });

  it('is judged once for pods that change alike', () => {
    let read = 0;
    const hpa = facts();
    const counted = {
      ...hpa,
      get pods() {
        read++;
        return hpa.pods;
      },
    };
    planned(workload(eight(), IN_PLACE, { hpa: counted }));
    expect(read).toBeLessThanOrEqual(2);
  });
});
