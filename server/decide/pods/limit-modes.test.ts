import { describe, expect, it } from 'vitest';
import { planned as plannedPods, pod, vpa, workload } from '@/tests/support/plan-input';
import { amountsFrom } from '../../objects/quantity';
import type { ResourceList } from '../../objects/types';
import { compileVpa } from './compiled-vpa';
import { NO_LIMITS } from './limit-bounds';
import { LIMITS_ANNOTATION, limitModeFaults, limitModesOf } from './limit-modes';
import { planResources } from './resource-plan';

function stating(text: string, policy: object = {}) {
  const plain = vpa({
    target: { cpu: '200m', memory: '200Mi' },
    resourcePolicy: { containerPolicies: [{ containerName: '*', ...policy }] },
  });
  return { ...plain, metadata: { ...plain.metadata, annotations: { [LIMITS_ANNOTATION]: text } } };
}

/** Requests and limits of a container that states 100m/150m and 100Mi/150Mi, as CPU/CPU and memory/memory. */
function planned(text: string, policy: object = {}, limits: ResourceList = { cpu: '150m', memory: '150Mi' }) {
  const compiled = compileVpa(stating(text, policy));
  const container = {
    name: 'app',
    requests: amountsFrom({ cpu: '100m', memory: '100Mi' }),
    limits: amountsFrom(limits),
  };
  const [plan] = planResources([container], compiled, compiled.recommendation, NO_LIMITS, {
    startupBoost: false,
  });
  const mib = (bytes: number | undefined) => (bytes === undefined ? '-' : bytes / 2 ** 20);
  const { requests, limits: next } = plan ?? { requests: {}, limits: {} };
  return `${requests.cpu ?? '-'}/${next.cpu ?? '-'} ${mib(requests.memory)}/${mib(next.memory)}`;
}

describe('limits', () => {
  it.each([
    ['in-proportion', {}, '200/300 200/300'],
    ['as-stated', {}, '150/- 150/-'],
    ['cpu=as-stated', {}, '150/- 200/300'],
    ['memory: as-stated', {}, '200/300 150/-'],
    ['up-to-max', { maxAllowed: { cpu: '250m', memory: '180Mi' } }, '200/250 180/180'],
    [
      'cpu=up-to-max memory=in-proportion',
      { maxAllowed: { cpu: '250m', memory: '180Mi' } },
      '200/250 180/270',
    ],
    ['up-to-max', {}, '200/300 200/300'],
    ['as-stated', { controlledValues: 'RequestsOnly' }, '150/- 150/-'],
    ['sometimes', {}, '200/300 200/300'],
  ])('that are to be %s, with %o, are planned as %s', (text, policy, plan) => {
    expect(planned(text, policy)).toBe(plan);
  });

  it('that are kept bound no request where a container states none', () => {
    expect(planned('as-stated', {}, {})).toBe('200/- 200/-');
  });

  it('count for containers without a policy of their own, and for those with one', () => {
    const compiled = compileVpa(stating('cpu=as-stated', { containerName: 'other', mode: 'Off' }));
    expect(compiled.policies.get('other')).toMatchObject({ off: true, limits: { cpu: 'as-stated' } });
    expect(compiled.policies.get('*')).toMatchObject({ off: false, limits: { cpu: 'as-stated' } });
  });

  it.each(['', 'sometimes', 'cpu=', 'disk=as-stated', 'cpu=as-stated, up-to-max', 'a=b=c', 'x'.repeat(300)])(
    'take no %s, which counts as none',
    (text) => {
      expect(limitModeFaults(stating(text))).toHaveLength(1);
      expect(limitModesOf(stating(text))).toEqual({});
    },
  );
});

describe('limits of running pods', () => {
  const app = { requests: { cpu: '100m', memory: '100Mi' }, limits: { cpu: '150m', memory: '150Mi' } };
  const changed = (text: string) => {
    const [plan] = plannedPods(workload([pod('a', app), pod('b', app)], stating(text)));
    return plan?.changes[0]?.to;
  };

  it('that are as stated bound the requests that a change gives', () => {
    expect(changed('as-stated')).toEqual(amountsFrom({ cpu: '150m', memory: '150Mi' }));
    expect(changed('in-proportion')).toEqual(amountsFrom({ cpu: '200m', memory: '200Mi' }));
  });
});
