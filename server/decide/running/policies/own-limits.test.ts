import { expect, it } from 'vitest';
import { planned, pod, vpa, workload } from '@/tests/support/plan-input';
import { MEMORY_LIMITS_ANNOTATION } from '../../pods/memory-limit/recommended';
import { MEMORY_LIMIT_ANNOTATION } from '../../pods/memory-limit/stated';

const HOUR_MS = 3_600_000;

function asked(words = 'apart') {
  const own = vpa({
    updatePolicy: { updateMode: 'InPlaceOrRecreate' },
    target: { cpu: '100m', memory: '200Mi' },
    lowerBound: { cpu: '50m', memory: '150Mi' },
  });
  const range = { target: '480Mi', lowerBound: '430Mi', upperBound: '620Mi' };
  const limits = { app: { ...range, asOne: { target: '345Mi', lowerBound: '335Mi', upperBound: '380Mi' } } };
  const annotations = {
    [MEMORY_LIMIT_ANNOTATION]: words,
    [MEMORY_LIMITS_ANNOTATION]: JSON.stringify(limits),
  };
  return { ...own, metadata: { ...own.metadata, annotations } };
}

const limited = (limit: string | undefined, more = {}, name = 'web-1') =>
  pod(name, {
    requests: { cpu: '100m', memory: '200Mi' },
    ...(limit && { limits: { memory: limit } }),
    ageMs: 48 * HOUR_MS,
    ...more,
  });
const codesOf = (limit: string | undefined, words?: string, more = {}) =>
  planned(workload([limited(limit, more)], asked(words))).flatMap(({ reasons }) =>
    reasons.map(({ code }) => code),
  );

it('is raised at any age once it is too low for what was reached', () => {
  const plans = planned(workload([limited('400Mi'), limited('480Mi', {}, 'web-2')], asked()));
  const one = plans.find(({ name }) => name === 'web-1');
  expect(one).toMatchObject({ decision: 'resize' });
  expect(one?.reasons[0]?.code).toBe('memory-limit-too-low');
  expect(one?.changes).toEqual([
    {
      container: 'app',
      from: expect.anything(),
      to: {},
      limits: { memory: 480 * 2 ** 20 },
      formerLimits: { memory: 400 * 2 ** 20 },
    },
  ]);
});

it.each(['440Mi', '480Mi', '900Mi'])('stays at %s, which is enough', (limit) => {
  expect(codesOf(limit)).not.toContain('memory-limit-too-low');
});

it('is set where it is missing, if the VPA sets those', () => {
  expect(codesOf(undefined)).not.toContain('memory-limit-too-low');
  expect(codesOf(undefined, 'set-missing')).toContain('memory-limit-too-low');
});

it('answers a kill at once with a higher limit, though the request stays', () => {
  const kill = { killedAfterMs: 2 * HOUR_MS };
  expect(codesOf('440Mi', 'apart', kill)).toContain('killed-below-limit');
  expect(codesOf('480Mi', 'apart', kill)).not.toContain('killed-below-limit');
});

it('says that a Guaranteed pod becomes Burstable, where its VPA allows that', () => {
  const resources = { cpu: '100m', memory: '300Mi' };
  const pods = ['web-1', 'web-2'].map((name) =>
    pod(name, { requests: resources, limits: resources, ageMs: 48 * HOUR_MS }),
  );
  const codes = (words?: string) =>
    planned(workload(pods, asked(words))).flatMap(({ decision, reasons }) => [
      decision,
      ...reasons.map(({ code }) => code),
    ]);
  expect(codes('allow-burstable')).toEqual(
    expect.arrayContaining(['resize-changes-qos', 'becomes-burstable', 'evict']),
  );
  expect(codes()).not.toContain('becomes-burstable');
  expect(codes()).not.toContain('evict');
});
