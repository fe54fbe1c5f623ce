import { describe, expect, it } from 'vitest';
import type { Pod, PodSpec } from '../../objects/types';
import { compileVpa } from '../pods/compiled-vpa';
import { effectiveLimits } from '../pods/limit-bounds';
import { quotasLeft } from '../pods/quota-left';
import { decidePod, type Grounds } from './decide';

function pod(resources: PodSpec['resources']): Pod {
  const container = (name: string, cpu?: string) => ({
    name,
    ...(cpu && { resources: { requests: { cpu } } }),
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1', namespace: 'shop' },
    spec: { containers: [container('app', '100m'), container('helper')], ...(resources && { resources }) },
  };
}

function grounds(asked: string | undefined, more: Partial<Grounds> = {}): Grounds {
  const vpa = compileVpa({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      name: 'web',
      namespace: 'shop',
      annotations: {
        ...(asked !== undefined && { 'plumbline.dev/pod-level': asked }),
        'plumbline.dev/pod-recommendation': '{"target":{"cpu":"300m","memory":"300Mi"}}',
      },
    },
    spec: {},
    status: {
      recommendation: {
        containerRecommendations: ['app', 'helper'].map((containerName) => ({
          containerName,
          target: { cpu: '200m', memory: '200Mi' },
        })),
      },
    },
  });
  const options = { startupBoost: false, withSidecars: true };
  return { vpa, recommendation: vpa.recommendation, limits: effectiveLimits([]), options, ...more };
}

function patched(resources: PodSpec['resources'], theGrounds: Grounds): Record<string, unknown> {
  const decision = decidePod(pod(resources), theGrounds);
  if (decision.kind !== 'patched') throw new Error(decision.detail ?? decision.reason);
  return Object.fromEntries(decision.operations.map(({ path, value }) => [path, value]));
}

const both = { requests: { cpu: '900m', memory: '900Mi' }, limits: { cpu: '1800m' } };

describe('a new pod that is sized as a whole', () => {
  it('states what is recommended for it, its containers fit, and the annotation says so', () => {
    const set = patched(both, grounds('auto'));
    expect(set).toMatchObject({
      '/spec/resources/requests/cpu': '300m',
      '/spec/resources/limits/cpu': '600m',
      '/spec/resources/requests/memory': '300Mi',
      '/spec/containers/0/resources/requests/cpu': '150m',
      '/spec/containers/1/resources/requests/cpu': '150m',
    });
    expect(set['/metadata/annotations/vpaUpdates']).toMatch(
      /; pod: .*cpu request, memory request, cpu limit$/,
    );
    expect(Object.keys(set).filter((path) => path === '/spec/resources')).toEqual([]);
  });

  it('is so where a recommender of the process tells of containers alone', () => {
    const told = grounds('auto');
    const recommendation = new Map([...(told.recommendation ?? [])].filter(([name]) => name !== 'whole.pod'));
    expect(patched(both, { ...told, recommendation })['/spec/resources/requests/cpu']).toBe('300m');
  });

  it('states only what it stated, and nothing if it stated nothing', () => {
    const set = patched({ requests: { cpu: '900m' } }, grounds('auto'));
    expect(Object.keys(set).filter((path) => path.startsWith('/spec/resources'))).toEqual([
      '/spec/resources/requests/cpu',
    ]);
    const none = patched(undefined, grounds('auto'));
    expect(Object.keys(none).filter((path) => path.startsWith('/spec/resources'))).toEqual([]);
  });

  it('leaves other resources of it, known or not, as they are', () => {
    const others = { 'hugepages-2Mi': '4Mi', 'nvidia.com/gpu': '1', 'no such': 'thing' };
    const set = patched({ requests: { cpu: '900m', ...others }, limits: others }, grounds('auto'));
    expect(Object.keys(set).filter((path) => path.startsWith('/spec/resources'))).toEqual([
      '/spec/resources/requests/cpu',
    ]);
    expect(decidePod(pod({ requests: others }), grounds('auto')).kind).toBe('patched');
  });

  it.each([undefined, 'off', 'whatever'])('stays as stated where the VPA states %s', (asked) => {
    const set = patched(both, grounds(asked));
    expect(Object.keys(set).filter((path) => path.startsWith('/spec/resources'))).toEqual([]);
  });

  it('stays within a quota, which counts the pod', () => {
    const quotas = quotasLeft([
      {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'q', namespace: 'shop' },
        spec: { hard: { 'requests.cpu': '250m' } },
      },
    ]);
    const set = patched({ requests: { cpu: '200m', memory: '900Mi' } }, grounds('auto', { quotas }));
    expect(set['/spec/resources/requests/cpu']).toBeUndefined();
    expect(set['/spec/resources/requests/memory']).toBe('300Mi');
  });
});
