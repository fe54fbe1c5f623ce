import { describe, expect, it } from 'vitest';
import { compileVpa } from '@/server/decide/pods/compiled-vpa';
import { SEEN_CPU_ANNOTATION } from '@/server/decide/pods/seen-cpu';
import { planned, pod, vpa, workload } from '@/tests/support/plan-input';
import { capRecommendation } from '../../pods/resource-plan';

type Stated = { requests: Record<string, string>; limits?: Record<string, string> };

const ONE: Stated = { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '2', memory: '1Gi' } };
const APART: Stated = { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '1Gi' } };

function vpaOf(seen: string | undefined, policy?: object) {
  const own = vpa({
    target: { cpu: '763m', memory: '1Gi' },
    lowerBound: { cpu: '500m', memory: '1Gi' },
    upperBound: { cpu: '900m', memory: '1Gi' },
    updatePolicy: { updateMode: 'InPlaceOrRecreate' },
  });
  const annotations: Record<string, string> = seen === undefined ? {} : { [SEEN_CPU_ANNOTATION]: seen };
  return {
    ...own,
    metadata: { ...own.metadata, annotations },
    spec: {
      ...own.spec,
      ...(policy && { resourcePolicy: { containerPolicies: [{ containerName: 'app', ...policy }] } }),
    },
  };
}

/** What a running pod would become, in millicores. */
function changeOf(stated: Stated, seen: string | undefined, policy?: object) {
  const plan = planned(workload([pod('a', stated), pod('b', stated)], vpaOf(seen, policy)))[0];
  const [change] = plan?.changes ?? [];
  return change && [change.to.cpu, change.limits.cpu];
}

describe('a CPU limit', () => {
  it('falls with the request while nothing above it was seen', () => {
    expect(changeOf(ONE, undefined)).toEqual([763, 763]);
    expect(changeOf(APART, undefined)).toEqual([763, 1526]);
    expect(changeOf(APART, '{"app":"1200m"}')).toEqual([763, 1526]);
  });

  it('falls no lower than what was seen used, and with it the request where both are one', () => {
    expect(changeOf(ONE, '{"app":"1500m"}')).toEqual([1500, 1500]);
    expect(changeOf(APART, '{"app":"1900m"}')).toEqual([763, 1900]);
  });

  it('is not raised for it above what was stated', () => {
    expect(changeOf(APART, '{"app":"2500m"}')).toEqual([763, undefined]);
  });

  it('is raised again where it was cut to a percentile of usage', () => {
    const cut = { requests: { cpu: '763m', memory: '1Gi' }, limits: { cpu: '763m', memory: '1Gi' } };
    expect(changeOf(cut, '{"app":"1900m"}')).toEqual([1900, 1900]);
  });

  it('does not move for a few percent more or less of what is seen', () => {
    for (const seen of ['1800m', '1900m', '2200m'])
      expect(changeOf(ONE, `{"app":"${seen}"}`)).toBeUndefined();
  });

  it('keeps to maxAllowed, and stays where only requests are controlled', () => {
    expect(changeOf(ONE, '{"app":"1900m"}', { maxAllowed: { cpu: '1' } })).toEqual([1000, 1000]);
    expect(changeOf(ONE, '{"app":"1900m"}', { controlledValues: 'RequestsOnly' })).toEqual([763, undefined]);
  });

  it('heeds no text that is none of ours', () => {
    for (const text of [
      '',
      'null',
      '[]',
      '{"app":null}',
      '{"app":"plenty"}',
      '{"app":"-1"}',
      '{"app":{"cpu":1}}',
    ])
      expect(changeOf(ONE, text)).toEqual([763, 763]);
  });

  it('says so', () => {
    const compiled = compileVpa(vpaOf('{"app":"1900m"}'));
    const amounts = { name: 'app', requests: { cpu: 2000 }, limits: { cpu: 2000 } } as never;
    const [capped] = capRecommendation([amounts], compiled, compiled.recommendation ?? new Map(), {});
    expect(capped?.notes).toEqual([{ resource: 'cpu', reason: 'seen-use' }]);
    expect([capped?.lowerBound.cpu, capped?.upperBound.cpu]).toEqual([1425, 2470]);
  });
});
