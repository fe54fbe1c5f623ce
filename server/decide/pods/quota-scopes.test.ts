import { describe, expect, it } from 'vitest';
import type { PodSpec, ResourceQuota } from '../../objects/types';
import { beyondQuota, quotasLeft } from './quota-left';
import { countingPod, scopesOf } from './quota-scopes';

const quota = (spec: NonNullable<ResourceQuota['spec']>): ResourceQuota => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'q', namespace: 'shop' },
  spec: { hard: { 'requests.cpu': '1' }, ...spec },
  status: { hard: { 'requests.cpu': '1' }, used: { 'requests.cpu': '900m' } },
});
const asking = (more: Partial<PodSpec> = {}): PodSpec => ({
  containers: [{ name: 'app', resources: { requests: { cpu: '100m' } } }],
  ...more,
});
const bare: PodSpec = { containers: [{ name: 'app' }] };
const selector = (scopeName: string, operator: string, values?: string[]) => ({
  scopeSelector: { matchExpressions: [{ scopeName, operator, ...(values && { values }) }] },
});

describe('a scoped quota counts', () => {
  it.each<[string, NonNullable<ResourceQuota['spec']>, PodSpec, boolean]>([
    ['pods with a deadline', { scopes: ['Terminating'] }, asking({ activeDeadlineSeconds: 60 }), true],
    ['no others', { scopes: ['Terminating'] }, asking(), false],
    ['pods without', { scopes: ['NotTerminating'] }, asking(), true],
    ['pods that request something', { scopes: ['NotBestEffort'] }, asking(), true],
    ['none that request nothing', { scopes: ['NotBestEffort'] }, bare, false],
    ['only those', { scopes: ['BestEffort'] }, bare, true],
    ['by priority', selector('PriorityClass', 'In', ['high']), asking({ priorityClassName: 'high' }), true],
    ['no other priority', selector('PriorityClass', 'In', ['high']), asking(), false],
    ['all but some', selector('PriorityClass', 'NotIn', ['high']), asking(), true],
    ['any priority', { scopes: ['PriorityClass'] }, asking({ priorityClassName: 'low' }), true],
    ['no priority', selector('PriorityClass', 'DoesNotExist'), asking({ priorityClassName: 'low' }), false],
    [
      'what holds in all its scopes',
      { scopes: ['NotTerminating'], ...selector('PriorityClass', 'Exists') },
      asking(),
      false,
    ],
    [
      'pods beside those of other namespaces',
      { scopes: ['CrossNamespacePodAffinity'] },
      asking({
        affinity: {
          podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaces: ['other'] }] },
        } as PodSpec['affinity'],
      }),
      true,
    ],
    ['no pods, but claims', { scopes: ['VolumeAttributesClass'] }, asking(), false],
  ])('%s', (_what, spec, pod, isCounted) => {
    expect(countingPod([{ scopes: scopesOf({ spec }) }], pod)).toHaveLength(isCounted ? 1 : 0);
  });

  it('a pod that states something for the first time', () => {
    const left = quotasLeft([quota({ scopes: ['NotBestEffort'] })]);
    const plan = (cpu: number) =>
      [{ index: 0, name: 'app', requests: { cpu }, limits: {}, notes: [], boosted: false }] as never;
    expect([...beyondQuota(bare, plan(200), left).keys()]).toEqual(['cpu']);
    expect(beyondQuota(bare, plan(100), left).size).toBe(0);
  });
});

describe('replicas still to come', () => {
  const plan = (cpu: number) =>
    [{ index: 0, name: 'app', requests: { cpu }, limits: {}, notes: [], boosted: false }] as never;
  const left = [{ quota: 'q', of: 'requests' as const, resource: 'cpu' as const, free: 1000 }];

  it('have a claim on what they request as stated', () => {
    // Ten of 100m fit; the first would take what the last needs.
    expect(beyondQuota(asking(), plan(200), left, { own: 9, others: [] }).get('cpu')?.free).toBe(100);
    expect(beyondQuota(asking(), plan(200), left, { own: 8, others: [] }).size).toBe(0);
    expect(beyondQuota(asking(), plan(200), left).size).toBe(0);
  });

  it('have it whichever controller of the namespace they are of, where the quota counts them', () => {
    const others = [{ spec: asking(), replicas: 9 }];
    expect(beyondQuota(asking(), plan(200), left, { own: 0, others }).size).toBe(1);
    const scoped = left.map((quota) => ({
      ...quota,
      scopes: scopesOf({ spec: { scopes: ['Terminating'] } }),
    }));
    const job = asking({ activeDeadlineSeconds: 60 });
    expect(beyondQuota(job, plan(200), scoped, { own: 0, others }).size).toBe(0);
  });

  it('hold nothing back that asks for less', () => {
    expect(beyondQuota(asking(), plan(50), left, { own: 50, others: [] }).size).toBe(0);
  });
});
