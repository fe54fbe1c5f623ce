import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { ALL_GATES_ON } from '../pods/vpa-faults';
import { reviewVpa } from './vpa-review';

const CHOICE = { gates: ALL_GATES_ON, recommenders: defaultConfig(), nowMs: 0 };
const NOTHING_AROUND = () => ({ vpas: [], hpas: [] });

function vpa(parameters?: string, recommender = 'adaptive'): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      namespace: 'shop',
      name: 'web',
      annotations: parameters === undefined ? {} : { 'plumbline.dev/recommender': parameters },
    },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      recommenders: [{ name: recommender }],
    },
  };
}

describe('the parameters of a recommender at admission', () => {
  it.each([
    ['ceiling: 1', 'adaptive', []],
    ['cpu.targt: 0.99', 'another', []],
    [
      'runs: 5',
      'mean',
      [
        'spec.recommenders[0].name: Plumbline no longer has the recommender mean, so this VPA gets no recommendation unless another program serves it; name adaptive, or remove the field for default.',
      ],
    ],
    [
      'ceiling: high',
      'adaptive',
      [
        'metadata.annotations[plumbline.dev/recommender]: ceiling: must be a number; until it is corrected, none of it applies.',
      ],
    ],
    [
      'cpu.targt: 0.99',
      'default',
      [expect.stringContaining('cpu.targt is no parameter of recommender "default"')],
    ],
  ])('%j of %s', (parameters, recommender, warnings) => {
    const verdict = reviewVpa({ vpa: vpa(parameters, recommender) }, CHOICE, NOTHING_AROUND);
    expect(verdict).toMatchObject({ allowed: true, warnings });
  });

  it('are looked at too if nothing else changes, and never refused', () => {
    const change = { vpa: vpa('no sense'), former: vpa('ceiling: 1') };
    const verdict = reviewVpa(change, CHOICE, NOTHING_AROUND);
    expect(verdict).toMatchObject({ allowed: true, warnings: [expect.stringContaining('no sense')] });
    expect(reviewVpa({ vpa: vpa('x'), former: vpa('x') }, CHOICE, NOTHING_AROUND)).toEqual({ allowed: true });
  });
});
