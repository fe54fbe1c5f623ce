import { describe, expect, it } from 'vitest';
import type { Container, Pod, PodSpec } from '../../objects/types';
import type { ContainerResourcePolicy } from '../../objects/vpa-types';
import { compileVpa } from '../pods/compiled-vpa';
import { effectiveLimits } from '../pods/limit-bounds';
import { decidePod, type Grounds } from './decide';

const proxy: Container = {
  name: 'proxy',
  restartPolicy: 'Always',
  resources: { requests: { cpu: '20m', memory: '48Mi' }, limits: { cpu: '40m', memory: '96Mi' } },
};
const setup: Container = { name: 'setup', resources: { requests: { cpu: '100m', memory: '64Mi' } } };
const app: Container = { name: 'app', resources: { requests: { cpu: '400m', memory: '512Mi' } } };

function pod(more: Partial<PodSpec> = {}, annotations?: Record<string, string>): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'cart-1', namespace: 'mesh', ...(annotations && { annotations }) },
    spec: { initContainers: [setup, proxy], containers: [app], ...more },
  };
}

function grounds(more: Partial<Grounds> = {}, policies?: ContainerResourcePolicy[]): Grounds {
  const recommend = (containerName: string, cpu: string, memory: string) => ({
    containerName,
    target: { cpu, memory },
  });
  const vpa = compileVpa({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'cart', namespace: 'mesh' },
    spec: {
      targetRef: { kind: 'Deployment', name: 'cart' },
      ...(policies && { resourcePolicy: { containerPolicies: policies } }),
    },
    status: {
      recommendation: {
        containerRecommendations: [
          recommend('app', '50m', '100Mi'),
          recommend('proxy', '300m', '240Mi'),
          recommend('setup', '700m', '700Mi'),
        ],
      },
    },
  });
  return {
    vpa,
    recommendation: vpa.recommendation,
    limits: effectiveLimits([]),
    options: { startupBoost: false, withSidecars: true },
    ...more,
  };
}

function patched(thePod: Pod, theGrounds: Grounds) {
  const decision = decidePod(thePod, theGrounds);
  if (decision.kind !== 'patched') throw new Error(decision.detail ?? decision.reason);
  const set = (path: string) => decision.operations.find((one) => one.path === path)?.value;
  return { ...decision, set };
}

describe('a new pod with a native sidecar', () => {
  it('gets the requests and limits of the sidecar where it is among the init containers', () => {
    const { set, plans } = patched(pod(), grounds());
    expect(set('/spec/containers/0/resources/requests/cpu')).toBe('50m');
    expect(set('/spec/initContainers/1/resources/requests/cpu')).toBe('300m');
    expect(set('/spec/initContainers/1/resources/limits/cpu')).toBe('600m');
    expect(set('/spec/initContainers/1/resources/requests/memory')).toBe('240Mi');
    expect(plans.map(({ name }) => name)).toEqual(['app', 'proxy']);
  });

  it('says so in the annotations, and what it says is complete', () => {
    const { set } = patched(pod(), grounds());
    const updates = set('/metadata/annotations/vpaUpdates');
    expect(updates).toBe(
      'Pod resources updated by cart: container 0: cpu request, memory request; init-sidecar 1: cpu request, memory request, cpu limit, memory limit',
    );
    const observed = set('/metadata/annotations/vpaObservedContainers');
    expect(observed).toBe('app, proxy');
    const again = pod({}, { vpaUpdates: String(updates), vpaObservedContainers: String(observed) });
    expect(decidePod(again, grounds())).toMatchObject({ kind: 'unchanged', reason: 'already-patched' });
  });

  it('leaves init containers that end alone, whatever is recommended', () => {
    const { operations } = patched(pod(), grounds());
    expect(operations.filter(({ path }) => path.startsWith('/spec/initContainers/0'))).toEqual([]);
  });

  it('is left as stated as the reference does', () => {
    const { operations, set } = patched(pod(), grounds({ options: { startupBoost: false } }));
    expect(operations.filter(({ path }) => path.startsWith('/spec/initContainers'))).toEqual([]);
    expect(set('/metadata/annotations/vpaObservedContainers')).toBe('app');
  });

  it('obeys the policy of the sidecar', () => {
    const off = patched(pod(), grounds({}, [{ containerName: 'proxy', mode: 'Off' }]));
    expect(off.plans.map(({ name }) => name)).toEqual(['app']);
    const capped = patched(pod(), grounds({}, [{ containerName: 'proxy', maxAllowed: { cpu: '100m' } }]));
    expect(capped.set('/spec/initContainers/1/resources/requests/cpu')).toBe('100m');
  });

  it('boosts a sidecar for its startup as it does a container', () => {
    const policies = [
      { containerName: 'proxy', startupBoost: { cpu: { type: 'Factor' as const, factor: 2 } } },
    ];
    const { set } = patched(
      pod(),
      grounds({ options: { startupBoost: true, withSidecars: true } }, policies),
    );
    expect(set('/spec/initContainers/1/resources/requests/cpu')).toBe('600m');
    expect(set('/metadata/annotations/startup-cpu-boost.proxy')).toBe(undefined);
  });

  it('counts for a quota as the API server counts it: beside sidecars, an init container may decide', () => {
    const large = { ...setup, resources: { requests: { cpu: '2' } } };
    const quotas = [{ quota: 'q', of: 'requests' as const, resource: 'cpu' as const, free: 300 }];
    // The init container needs 2 cores before the sidecar starts, so that nothing more is counted.
    const hidden = patched(pod({ initContainers: [large, proxy] }), grounds({ quotas }));
    expect(hidden.beyond.size).toBe(0);
    // The sidecar before it counts with it.
    const beside = patched(pod({ initContainers: [proxy, large] }), grounds({ quotas }));
    expect([...beside.beyond.keys()]).toEqual(['cpu']);
    expect(beside.set('/spec/initContainers/0/resources/requests/cpu')).toBeUndefined();
  });

  it('fits the resources of the pod with the sidecar', () => {
    const own = { requests: { cpu: '300m', memory: '1Gi' }, limits: { cpu: '500m', memory: '1Gi' } };
    const { plans } = patched(pod({ resources: own, initContainers: [proxy] }), grounds());
    expect(plans.reduce((sum, { requests }) => sum + (requests.cpu ?? 0), 0)).toBeLessThanOrEqual(300);
    for (const { limits } of plans) expect(limits.cpu ?? 0).toBeLessThanOrEqual(500);
  });
});
