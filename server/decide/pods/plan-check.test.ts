import { describe, expect, it } from 'vitest';
import type { Container, LimitRange, Pod, PodSpec, ResourceRequirements } from '../../objects/types';
import { effectiveLimits } from './limit-bounds';
import { planFault } from './plan-check';

const container = (name: string, resources: ResourceRequirements, isSidecar = false): Container => ({
  name,
  resources,
  ...(isSidecar && { restartPolicy: 'Always' }),
});
const podOf = (spec: PodSpec): Pod => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec });
const limitsOf = (limits: LimitRange['spec']['limits']) =>
  effectiveLimits([{ apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'lr' }, spec: { limits } }]);
const app = container('app', { requests: { cpu: '200m' } });
const plan = [{ name: 'app', requests: { cpu: 300 }, limits: {} }] as unknown as Parameters<
  typeof planFault
>[1];

/** As API servers of 1.37.2 refuse it. */
describe('what the API server would refuse', () => {
  it.each<[string, LimitRange['spec']['limits'], string | undefined]>([
    ['a ratio without a limit', [{ type: 'Container', maxLimitRequestRatio: { cpu: '2' } }], 'ratio'],
    ['a maximum for pods without a limit', [{ type: 'Pod', max: { cpu: '1' } }], 'no limit is stated'],
    ['a ratio for pods without a limit', [{ type: 'Pod', maxLimitRequestRatio: { cpu: '2' } }], 'ratio'],
    ['a minimum of memory without a request', [{ type: 'Pod', min: { memory: '1Mi' } }], 'no request'],
    ['nothing that is not bound', [{ type: 'Pod', min: { cpu: '100m' } }], undefined],
  ])('%s', (_what, ranges, fault) => {
    const found = planFault(podOf({ containers: [app] }), plan, limitsOf(ranges));
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(fault);
  });

  it('an init container below the minimum, though nothing is planned for it', () => {
    const setup = container('setup', { requests: { cpu: '10m' } });
    const limits = limitsOf([{ type: 'Container', min: { cpu: '50m' } }]);
    expect(planFault(podOf({ containers: [app], initContainers: [setup] }), plan, limits)).toBe(
      'the cpu of container setup is below the minimum of a LimitRange',
    );
    expect(planFault(podOf({ containers: [app] }), plan, limits)).toBeUndefined();
  });

  it('a pod of which a container does not state what a quota demands', () => {
    const demand = (of: 'requests' | 'limits') => [{ quota: 'q', of, resource: 'cpu' as const }];
    const quotas = demand('limits');
    const other = container('other', { requests: { cpu: '10m' }, limits: { cpu: '20m' } });
    const pod = podOf({ containers: [app, other] });
    expect(planFault(pod, plan, {}, quotas)).toBe(
      'ResourceQuota q demands limits.cpu of every container, and app states none',
    );
    const limited = [{ name: 'app', requests: { cpu: 300 }, limits: { cpu: 400 } }] as unknown as typeof plan;
    expect(planFault(pod, limited, {}, quotas)).toBeUndefined();
    // A request that is not stated is the limit; pods that state resources as a whole are exempt.
    const bare = podOf({ containers: [container('app', { limits: { cpu: '1' } })] });
    expect(planFault(bare, [], {}, demand('requests'))).toBeUndefined();
    const whole = podOf({ containers: [app], resources: { limits: { cpu: '1' } } });
    expect(planFault(whole, [], {}, quotas)).toBeUndefined();
  });

  it('no pod because of its overhead, which LimitRanges do not count', () => {
    const limited = container('app', { requests: { cpu: '200m' }, limits: { cpu: '900m' } });
    const pod = podOf({ containers: [limited], overhead: { cpu: '500m' } });
    expect(planFault(pod, [], limitsOf([{ type: 'Pod', max: { cpu: '1' } }]))).toBeUndefined();
  });
});
