import { describe, expect, it } from 'vitest';
import { hpaOn, onShare } from '@/tests/support/hpa';
import { vpa } from '@/tests/support/plan-input';
import { compileVpa } from '../../pods/compiled-vpa';
import { forNewPods } from './for-new-pods';
import { HPA_GIVEN_ANNOTATION, withGiven } from './hpa-given';
import { HPA_LEADER_ANNOTATION } from './hpa-leader';
import { metricKey } from './metric-key';
import { WITH_HPA_ANNOTATION } from './with-hpa';

const HPA = hpaOn([onShare('cpu', 70), onShare('memory', 80, 'app')]);

/** Recommends 200m and 200Mi for `app` in mode bottleneck, led by memory. */
function led(given?: string) {
  const object = vpa();
  object.metadata = {
    ...object.metadata,
    annotations: {
      [WITH_HPA_ANNOTATION]: 'bottleneck',
      [HPA_LEADER_ANNOTATION]: 'memory/app',
      ...(given !== undefined && { [HPA_GIVEN_ANNOTATION]: given }),
    },
  };
  return compileVpa(object);
}

describe('new pods beside an HPA', () => {
  it.each<[string, string | undefined, string, number | undefined]>([
    ['keep what nobody noted', undefined, 'memory/app cpu/app', undefined],
    ['get what the running ones were given', '{"app":{"cpu":150}}', 'memory/app', 150],
    ['get nothing of what the VPA may not change', '{"app":{"cpu":150,"memory":5}}', 'memory/app', 150],
    ['keep what is noted of others', '{"log":{"cpu":150}}', 'memory/app cpu/app', undefined],
    ['keep what is no amount', '{"app":{"cpu":-1}}', 'memory/app cpu/app', undefined],
    ['keep what cannot be read', 'app=150m', 'memory/app cpu/app', undefined],
  ])('%s', (_case, text, claims, cpu) => {
    const own = led(text);
    const found = forNewPods(own, own.recommendation, [HPA]);
    expect(found.claims.map(metricKey).join(' ')).toBe(claims);
    expect(found.given.get('app')?.cpu).toBe(cpu);
    expect(found.given.get('app')?.memory).toBeUndefined();
    const target = withGiven(own.recommendation, found.given)?.get('app')?.target;
    expect(target).toEqual({ cpu: cpu ?? 200, memory: 200 * 2 ** 20 });
  });

  it('get all that is recommended without an HPA', () => {
    expect(forNewPods(led('{"app":{"cpu":150}}'), undefined, [])).toEqual({ claims: [], given: new Map() });
  });
});
