import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../config';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { FORMER_MODE_ANNOTATION } from '../pods/mode-before-stop';
import { gatesOf } from '../pods/vpa-faults';
import { reviewVpa } from './vpa-review';

type Mode = NonNullable<VerticalPodAutoscaler['spec']['updatePolicy']>['updateMode'];

/** A VPA that is refused today. */
function invalid(updateMode: Mode, { note, name = 'web' }: { note?: string; name?: string } = {}) {
  const vpa = {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      namespace: 'shop',
      name: 'web',
      ...(note && { annotations: { [FORMER_MODE_ANNOTATION]: note } }),
    },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      ...(updateMode && { updatePolicy: { updateMode } }),
      resourcePolicy: {
        containerPolicies: [{ containerName: '*', mode: 'Off', controlledValues: 'RequestsAndLimits' }],
      },
    },
  };
  return vpa as VerticalPodAutoscaler;
}

const isAllowed = (vpa: VerticalPodAutoscaler, former?: VerticalPodAutoscaler) => {
  const reviewing = { gates: gatesOf(defaultConfig()), recommenders: { offered: [], served: [] }, nowMs: 0 };
  return reviewVpa({ vpa, former }, reviewing as never, () => ({ vpas: [], hpas: [] }) as never).allowed;
};

describe('a VPA that was accepted and is refused today', () => {
  it.each<[string, boolean, VerticalPodAutoscaler, VerticalPodAutoscaler?]>([
    ['may be stopped', true, invalid('Off'), invalid('Recreate')],
    ['may be stopped without an update policy', true, invalid('Off'), invalid(undefined)],
    ['gets its mode back', true, invalid('Recreate'), invalid('Off', { note: '{"mode":"Recreate"}' })],
    ['gets none back', true, invalid(undefined), invalid('Off', { note: '{"mode":null,"policy":false}' })],
    ['gets no other mode', false, invalid('Initial'), invalid('Off', { note: '{"mode":"Recreate"}' })],
    ['gets no mode that no stop noted', false, invalid('Recreate'), invalid('Off')],
    ['loses no update policy that no stop noted', false, invalid(undefined), invalid('Off')],
    ['is not changed besides', false, invalid('Off', { name: 'api' }), invalid('Recreate')],
    ['is not created in mode Off', false, invalid('Off')],
  ])('%s: %s', (_, allowed, vpa, former) => {
    expect(isAllowed(vpa, former)).toBe(allowed);
  });
});
