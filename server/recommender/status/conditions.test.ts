import { describe, expect, it } from 'vitest';
import { toKubeTime } from '@/server/lib/time/clock';
import type { VpaStatus } from '@/server/objects/vpa-types';
import {
  doBoundsWait,
  mayStand,
  nextStatus,
  type StatusFacts,
  sameStatus,
  seesNewGeneration,
} from './conditions';
import type { RequestsOf } from './recommendation-diff';

const T0 = Date.parse('2026-08-01T12:00:00Z');
const T1 = T0 + 60_000;
const MINUTE_MS = 60_000;

const RECOMMENDATION = {
  containerRecommendations: [
    {
      containerName: 'app',
      target: { cpu: '100m', memory: '262144000' },
      lowerBound: { cpu: '25m', memory: '262144000' },
      upperBound: { cpu: '1', memory: '500000000' },
      uncappedTarget: { cpu: '100m', memory: '262144000' },
    },
  ],
};
const NOTHING: StatusFacts = {
  recommendation: undefined,
  podsMatched: true,
  fetchesPast: false,
  lacksPast: false,
  lowConfidenceContainers: [],
  leakingContainers: [],
  inVainContainers: [],
  withoutSamples: new Map(),
};

function typesOf(status: VpaStatus): string[] {
  return (status.conditions ?? []).map(({ type, status: truth, reason }) =>
    [type, truth, reason].filter(Boolean).join(' '),
  );
}

describe('the generation in the status of a VPA', () => {
  it('is that of the object that was read', () => {
    expect(nextStatus(undefined, { ...NOTHING, generation: 3 }, T0).observedGeneration).toBe(3);
  });

  it.each([
    [undefined, 3, true],
    [2, 3, true],
    [3, 3, false],
    [2, undefined, false],
  ])('of %s is out of date once the object is at %s: %s', (written, generation, isNew) => {
    const former: VpaStatus = written === undefined ? {} : { observedGeneration: written };
    expect(seesNewGeneration(former, nextStatus(former, { ...NOTHING, generation }, T0))).toBe(isNew);
  });
});

describe('the status of a VPA', () => {
  it.each<[string, Partial<StatusFacts>, string[]]>([
    ['with a recommendation', { recommendation: RECOMMENDATION }, ['RecommendationProvided True']],
    ['without samples', {}, ['RecommendationProvided False']],
    [
      'with a resource that was not measured',
      { recommendation: RECOMMENDATION, withoutSamples: new Map([['app', ['memory']]]) },
      ['NoSamples True NoSamplesYet', 'RecommendationProvided True'],
    ],
    [
      'with a container that more memory did not help',
      { recommendation: RECOMMENDATION, inVainContainers: ['app'] },
      ['RaisedInVain True KilledAfterEachRaise', 'RecommendationProvided True'],
    ],
    [
      'with a container that leaks',
      { recommendation: RECOMMENDATION, leakingContainers: ['app'] },
      ['MemoryLeak True RisesBetweenRestarts', 'RecommendationProvided True'],
    ],
    [
      'without pods',
      { podsMatched: false },
      ['NoPodsMatched True NoPodsMatched', 'RecommendationProvided False NoPodsMatched'],
    ],
    [
      'recommended from its checkpoint, no pod running',
      { podsMatched: false, recommendation: RECOMMENDATION },
      ['NoPodsMatched True NoPodsMatched', 'RecommendationProvided True'],
    ],
    [
      'with an unusable target',
      { podsMatched: false, unsupported: { reason: 'TargetMissing', message: 'no Deployment shop/web' } },
      [
        'ConfigUnsupported True TargetMissing',
        'NoPodsMatched True NoPodsMatched',
        'RecommendationProvided False NoPodsMatched',
      ],
    ],
    [
      'young and deprecated',
      { recommendation: RECOMMENDATION, lowConfidenceContainers: ['app'], deprecated: 'Auto is Recreate' },
      [
        'ConfigDeprecated True ConfigDeprecated',
        'LowConfidence True LittleHistory',
        'RecommendationProvided True',
      ],
    ],
  ])('%s has these conditions, sorted by type', (_, facts, expected) => {
    expect(typesOf(nextStatus(undefined, { ...NOTHING, ...facts }, T0))).toEqual(expected);
  });

  it('keeps the time of a condition until its status changes', () => {
    const first = nextStatus(undefined, NOTHING, T0);
    const second = nextStatus(first, { ...NOTHING, podsMatched: false }, T1);
    const third = nextStatus(second, { ...NOTHING, recommendation: RECOMMENDATION }, T1 + 60_000);
    const times = [first, second, third].map(
      (status) =>
        status.conditions?.find((condition) => condition.type === 'RecommendationProvided')
          ?.lastTransitionTime,
    );
    expect(times).toEqual([toKubeTime(T0), toKubeTime(T0), toKubeTime(T1 + 60_000)]);
  });

  it('says that it does not know all of the past, and no longer than that is so', () => {
    const partly = nextStatus(undefined, { ...NOTHING, lacksPast: true }, T0);
    expect(typesOf(partly)).toContain('HistoryIncomplete True PartialAnswer');
    expect(typesOf(nextStatus(partly, NOTHING, T1))).toEqual(['RecommendationProvided False']);
  });

  it('keeps conditions of others and removes its own that no longer apply', () => {
    const former: VpaStatus = {
      conditions: [
        { type: 'FetchingHistory', status: 'True', lastTransitionTime: toKubeTime(T0) },
        { type: 'SomebodyElse', status: 'True', lastTransitionTime: toKubeTime(T0) },
      ],
    };
    expect(typesOf(nextStatus(former, NOTHING, T1))).toEqual([
      'RecommendationProvided False',
      'SomebodyElse True',
    ]);
  });
});

describe('writing a status', () => {
  const facts = { ...NOTHING, recommendation: RECOMMENDATION };

  it('is not needed when nothing changed', () => {
    const first = nextStatus(undefined, facts, T0);
    expect(sameStatus(structuredClone(first), nextStatus(first, structuredClone(facts), T1))).toBe(true);
  });

  it.each<[string, (status: VpaStatus) => void]>([
    [
      'a target',
      (status) =>
        Object.assign(status.recommendation?.containerRecommendations?.[0]?.target ?? {}, { cpu: '101m' }),
    ],
    [
      'a resource taken away',
      (status) => delete status.recommendation?.containerRecommendations?.[0]?.upperBound?.memory,
    ],
    ['a container', (status) => status.recommendation?.containerRecommendations?.pop()],
    ['the whole recommendation', (status) => delete status.recommendation],
    ['a condition', (status) => status.conditions?.pop()],
    ['a message', (status) => Object.assign(status.conditions?.[0] ?? {}, { message: 'other' })],
  ])('is needed for %s', (_, change) => {
    const first = nextStatus(undefined, facts, T0);
    const changed = structuredClone(first);
    change(changed);
    expect(sameStatus(changed, first)).toBe(false);
  });
});

describe('a status with only moved bounds', () => {
  const nothingRequested: RequestsOf = () => new Set();
  const cpuRequested =
    (...quantities: string[]): RequestsOf =>
    (_, resource) =>
      new Set(resource === 'cpu' ? quantities : []);

  /**
   * Whether the previous status may stay after a change of one CPU amount; bounds are 25m and 1, the target
   * 100m.
   */
  function stands(
    field: 'lowerBound' | 'upperBound' | 'target',
    cpu: string,
    requestsOf: RequestsOf,
    boundsWait = false,
  ) {
    const former = nextStatus(undefined, { ...NOTHING, recommendation: RECOMMENDATION }, T0);
    const next = structuredClone(former);
    Object.assign(next.recommendation?.containerRecommendations?.[0]?.[field] ?? {}, { cpu });
    return mayStand(former, next, requestsOf, boundsWait);
  }

  it.each<[string, 'lowerBound' | 'upperBound' | 'target', string, boolean]>([
    ['stands with an upper bound closer by a thousandth', 'upperBound', '999m', true],
    ['stands with an upper bound closer by just less than a tenth', 'upperBound', '901m', true],
    ['is written with an upper bound closer by a tenth', 'upperBound', '900m', false],
    ['is written with a lower bound up by half', 'lowerBound', '38m', false],
    ['is written with a target up by the least amount', 'target', '101m', false],
  ])('%s', (_, field, cpu, may) => {
    expect(stands(field, cpu, nothingRequested)).toBe(may);
  });

  it.each<[string, RequestsOf, boolean]>([
    ['is written when a request now lies above the upper bound', cpuRequested('100m', '995m'), false],
    ['stands when a request lay above it before', cpuRequested('1100m'), true],
    ['stands when a request equals the new bound', cpuRequested('990m'), true],
    ['stands when a request cannot be read', cpuRequested('lots'), true],
  ])('%s', (_, requestsOf, may) => {
    expect(stands('upperBound', '990m', requestsOf)).toBe(may);
  });

  it('is written when a request now lies below the lower bound', () => {
    expect(stands('lowerBound', '27m', cpuRequested('26m'))).toBe(false);
    expect(stands('lowerBound', '27m', cpuRequested('27m', '24m'))).toBe(true);
  });

  it('stands while bounds wait, however much they move', () => {
    expect(stands('lowerBound', '38m', nothingRequested, true)).toBe(true);
  });

  it.each<[uid: string | undefined, ageMs: number, waits: boolean]>([
    ['90b0-0000', 4 * MINUTE_MS - 1, true],
    ['90b0-0000', 4 * MINUTE_MS, false],
    ['90b0-8000', 6 * MINUTE_MS - 1, true],
    ['90b0-8000', 6 * MINUTE_MS, false],
    ['90b0-ffff', 8 * MINUTE_MS, false],
    ['no digits', 4 * MINUTE_MS, false],
    [undefined, 4 * MINUTE_MS, false],
    // The clock was set back.
    ['90b0-8000', -1, false],
  ])('of the VPA %s written %i ms ago waits: %s', (uid, ageMs, waits) => {
    expect(doBoundsWait(uid, ageMs)).toBe(waits);
  });

  it('is written at once when a target moves, or a request lies on another side of a bound', () => {
    expect(stands('target', '101m', nothingRequested, true)).toBe(false);
    expect(stands('upperBound', '500m', cpuRequested('600m'), true)).toBe(false);
  });

  it('is another matter when a condition or a container changed', () => {
    const former = nextStatus(undefined, { ...NOTHING, recommendation: RECOMMENDATION }, T0);
    expect(mayStand(undefined, former, nothingRequested, true)).toBe(false);
    expect(mayStand(former, { ...former, conditions: [] }, nothingRequested, true)).toBe(false);
    expect(mayStand(former, { ...former, recommendation: undefined }, nothingRequested, true)).toBe(false);
  });
});
