import { describe, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler } from '../../../objects/types';
import type { UpdateMode } from '../../../objects/vpa-types';
import { compileVpa } from '../../pods/compiled-vpa';
import { conflictsOf, contestedBy } from './conflicts';

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

const metric = (resource: string, container?: string) =>
  container === undefined
    ? { type: 'Resource', resource: { name: resource } }
    : { type: 'ContainerResource', containerResource: { name: resource, container } };

describe('conflicts of a VPA', () => {
  it.each([
    ['an HPA without metrics, which scales on CPU', [], [hpa(undefined)], ['hpa scaler cpu']],
    ['an HPA on memory', [], [onMemory], ['hpa scaler memory']],
    ['an HPA on the CPU of one container', [], [hpa([metric('cpu', 'app')])], ['hpa scaler cpu app']],
    ['an HPA on a container without a recommendation', [], [hpa([metric('cpu', 'gone')])], []],
    [
      'an HPA on several metrics',
      [],
      [hpa([metric('memory', 'app'), metric('cpu')])],
      ['hpa scaler memory app', 'hpa scaler cpu'],
    ],
    ['an HPA on a metric of its own', [], [hpa([{ type: 'Pods' }])], []],
    ['an HPA on another resource', [], [hpa([metric('ephemeral-storage')])], []],
    ['an HPA whose metrics nobody can read', [], [hpa([null, 5] as never)], []],
    ['another VPA', [vpa('b', BOTH)], [], ['vpa b cpu', 'vpa b memory']],
    ['another VPA for memory only', [vpa('b', { memory: '1Gi' })], [], ['vpa b memory']],
    ['another VPA that does nothing', [vpa('b', BOTH, 'Off')], [], []],
  ] as const)('are found with %s', (_case, rivals, hpas, expected) => {
    const found = conflictsOf(vpa('a', BOTH), rivals, hpas);
    expect(
      found.map((one) =>
        one.kind === 'vpa'
          ? `vpa ${one.other} ${one.resource}`
          : ['hpa', one.autoscaler, one.resource, one.container].filter(Boolean).join(' '),
      ),
    ).toEqual(expected);
  });

  it('are only on what it recommends', () => {
    expect(conflictsOf(vpa('a', undefined), [], [onMemory])).toEqual([]);
  });

  it('leave alone one resource of one container, or of all, and add up', () => {
    const contested = contestedBy([
      { kind: 'hpa', autoscaler: 'a', resource: 'cpu', container: 'app' },
      { kind: 'hpa', autoscaler: 'b', resource: 'memory', container: 'log' },
    ]);
    const all = contestedBy([{ kind: 'hpa', autoscaler: 'a', resource: 'cpu' }]);
    const asked = (['app', 'log'] as const).flatMap((name) =>
      (['cpu', 'memory'] as const).map((resource) => [name, resource] as const),
    );
    expect(asked.filter(([name, resource]) => contested?.has(name, resource))).toEqual([
      ['app', 'cpu'],
      ['log', 'memory'],
    ]);
    expect(asked.filter(([name, resource]) => all?.has(name, resource))).toEqual([
      ['app', 'cpu'],
      ['log', 'cpu'],
    ]);
  });
});
