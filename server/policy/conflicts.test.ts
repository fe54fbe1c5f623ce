import { describe, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler } from '../kube/types';
import type { UpdateMode } from '../kube/vpa-types';
import { compileVpa } from './compiled-vpa';
import { conflictsOf, scaledHorizontally } from './conflicts';

function vpa(name: string, target: Record<string, string> | undefined, updateMode: UpdateMode = 'Recreate') {
  return compileVpa({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: 'ns' },
    spec: { targetRef: { kind: 'Deployment', name: 'web' }, updatePolicy: { updateMode } },
    ...(target && {
      status: { recommendation: { containerRecommendations: [{ containerName: 'app', target }] } },
    }),
  });
}

function hpa(metrics: HorizontalPodAutoscaler['spec']['metrics']): HorizontalPodAutoscaler {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'scaler', namespace: 'ns' },
    spec: {
      scaleTargetRef: { kind: 'Deployment', name: 'web' },
      maxReplicas: 3,
      ...(metrics && { metrics }),
    },
  };
}

const BOTH = { cpu: '100m', memory: '100Mi' };
const onMemory = hpa([{ type: 'Resource', resource: { name: 'memory' } }]);

describe('conflicts of a VPA', () => {
  it.each([
    ['an HPA without metrics, which scales on CPU', [], [hpa(undefined)], ['hpa scaler cpu']],
    ['an HPA on memory', [], [onMemory], ['hpa scaler memory']],
    [
      'an HPA on the CPU of one container',
      [],
      [hpa([{ type: 'ContainerResource', containerResource: { name: 'cpu', container: 'app' } }])],
      ['hpa scaler cpu'],
    ],
    ['an HPA on a metric of its own', [], [hpa([{ type: 'Pods' }])], []],
    ['an HPA whose metrics nobody can read', [], [hpa([null, 5] as never)], []],
    ['another VPA', [vpa('b', BOTH)], [], ['vpa b cpu', 'vpa b memory']],
    ['another VPA for memory only', [vpa('b', { memory: '1Gi' })], [], ['vpa b memory']],
    ['another VPA that does nothing', [vpa('b', BOTH, 'Off')], [], []],
  ] as const)('are found with %s', (_case, rivals, scalers, expected) => {
    const own = vpa('a', BOTH);
    const found = conflictsOf(own, rivals, scalers);
    expect(
      found.map((one) => `${one.kind} ${one.kind === 'vpa' ? one.other : one.autoscaler} ${one.resource}`),
    ).toEqual(expected);
    expect(scaledHorizontally(scalers)).toEqual(
      new Map(found.flatMap((one) => (one.kind === 'hpa' ? [[one.resource, one.autoscaler] as const] : []))),
    );
  });

  it('are only on what it recommends, and it leaves alone what other autoscalers control', () => {
    const own = vpa('a', undefined);
    expect(conflictsOf(own, [], [onMemory])).toEqual([]);
    expect(scaledHorizontally([onMemory])).toEqual(new Map([['memory', 'scaler']]));
  });
});
