import { describe, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler } from '../../kube/types';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { ContestIndex } from './contest-index';
import { VpaIndex } from './vpa-index';

function vpa(
  name: string,
  target: Record<string, string> = { cpu: '1', memory: '1Gi' },
): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: 'ns' },
    spec: { targetRef: { kind: 'Deployment', name: 'web' } },
    status: { recommendation: { containerRecommendations: [{ containerName: 'app', target }] } },
  };
}

function hpa(target = 'web', resource = 'cpu', name = 'scaler'): HorizontalPodAutoscaler {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace: 'ns' },
    spec: {
      scaleTargetRef: { kind: 'Deployment', name: target },
      maxReplicas: 3,
      metrics: [{ type: 'Resource', resource: { name: resource } }],
    },
  };
}

function indexed(...vpas: VerticalPodAutoscaler[]) {
  const index = new VpaIndex();
  for (const one of vpas) index.set(one);
  const contests = new ContestIndex();
  const contested = () => {
    const strongest = index.targeting('ns', 'Deployment', 'web')[0];
    if (!strongest) throw new Error('no VPA');
    return contests.contested(strongest);
  };
  return { contests, contested };
}

describe('what is contested', () => {
  it('is nothing for a VPA alone', () => {
    expect(indexed(vpa('a')).contested()).toEqual(new Map());
  });

  it('follows the HPAs of its target as they come, change and go', () => {
    const { contests, contested } = indexed(vpa('a'));
    contests.setScaler(hpa('other'));
    expect(contested()).toEqual(new Map());
    contests.setScaler(hpa('web'), hpa('other'));
    expect(contested()).toEqual(new Map([['cpu', 'scaler']]));
    contests.setScaler(hpa('web', 'memory'), hpa('web'));
    expect(contested()).toEqual(new Map([['memory', 'scaler']]));
    contests.setScaler(hpa('web', 'cpu', 'second'));
    expect(contested()).toEqual(
      new Map([
        ['memory', 'scaler'],
        ['cpu', 'second'],
      ]),
    );
    contests.deleteScaler(hpa('web', 'memory'));
    contests.deleteScaler(hpa('web', 'cpu', 'second'));
    expect(contested()).toEqual(new Map());
  });

  it('is nothing for the stronger of two VPAs: new pods get what it says', () => {
    expect(indexed(vpa('a'), vpa('b', { memory: '1Gi' })).contested()).toEqual(new Map());
  });

  it('is not worked out again while nothing changes', () => {
    const { contests, contested } = indexed(vpa('a'), vpa('b'));
    contests.setScaler(hpa());
    expect(contested()).toBe(contested());
  });
});
