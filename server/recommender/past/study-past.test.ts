import { afterEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import { ManualClock } from '@/server/lib/time/clock';
import { NOBODY } from '@/server/lib/time/repeat';
import { ClusterState } from '@/server/model/cluster-state';
import { selectorFrom } from '@/server/objects/selector';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { SeriesPoint } from '@/server/store';
import { Choices } from '../recommend/choices';
import { Studies } from '../recommend/studies';
import type { PastOfVpa, ServedVpa } from '../vpas/served-vpa';
import { StudyPast } from './study-past';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.parse('2026-03-16T00:00:00Z');
const GIB = 2 ** 30;

/** Two weeks in steps of five minutes: 100m by night, 1 core by day. */
const PAST: readonly SeriesPoint[] = Array.from({ length: 14 * 24 * 12 }, (_, step) => {
  const atMs = NOW_MS - 14 * DAY_MS + step * 5 * MINUTE_MS;
  const isDay = Math.floor(atMs / HOUR_MS) % 24 >= 8;
  return { atMs, cpu: { usageMean: isDay ? 1000 : 100 }, memory: { usageMean: GIB, usageMax: GIB } };
});

let studyPast: StudyPast | undefined;
afterEach(() => studyPast?.stop());

/** A VPA that chose `recommender`, one sample old, and the past that answers for it. */
function setup(recommender: string, past: () => Promise<{ points: readonly SeriesPoint[] }>) {
  const usual = estimatorOf('percentile', defaultConfig());
  const clock = new ManualClock(NOW_MS);
  const wallClock = new ManualClock(0);
  const studies = new Studies(clock);
  const vpa = {
    metadata: { namespace: 'shop', name: 'web' },
    spec: {
      targetRef: { kind: 'Deployment', name: 'web' },
      recommenders: [{ name: recommender }],
      updatePolicy: { updateMode: 'InPlaceOrRecreate' },
    },
  } as VerticalPodAutoscaler;
  studies.choose(new Choices(defaultConfig(), usual).of(vpa));
  const state = new ClusterState(defaultConfig(), usual.learning);
  const selector = selectorFrom({ matchLabels: { app: 'web' } });
  state.setVpa({ namespace: 'shop', name: 'web', selector, observer: studies });
  const containers = [{ name: 'app', requests: {} }];
  state.setPod({ namespace: 'shop', name: 'web-1', labels: { app: 'web' }, phase: 'Running', containers });
  state.addCpuSample({ namespace: 'shop', pod: 'web-1', container: 'app' }, NOW_MS - MINUTE_MS, 100);
  studies.begin(state.aggregatesOf('shop', 'web'));
  const served = { namespace: 'shop', name: 'web', studies, past: 'complete' } as ServedVpa & PastOfVpa;
  studyPast = new StudyPast({
    series: { past },
    vpaStore: { list: () => [served] },
    clock,
    wallClock,
    loops: NOBODY,
  });
  const evidence = () => {
    const history = state.aggregatesOf('shop', 'web').get('app');
    return history && studies.evidenceOf(history);
  };
  /** Polls after another minute each time. */
  const later = <T>(ask: () => T) =>
    expect.poll(async () => {
      await wallClock.advance(MINUTE_MS);
      return ask();
    });
  return { studies, evidence, served, later };
}

describe('a study that has just begun', () => {
  it('lives through the past that was kept, so that its experts are compared at once', async () => {
    const { evidence, later } = setup('adaptive', async () => ({ points: PAST }));
    expect(evidence()).not.toHaveProperty('since');
    await later(evidence).toHaveProperty('since');
  });

  it('stays as it is if nothing was kept', async () => {
    const { studies, evidence, later } = setup('adaptive', async () => ({ points: [] }));
    await later(() => studies.begun.size).toBe(0);
    expect(evidence()).not.toHaveProperty('since');
  });

  it('waits while the database is away', async () => {
    let isAway = true;
    let asked = 0;
    const { studies, evidence, later } = setup('adaptive', async () => {
      asked++;
      if (isAway) throw new Error('away');
      return { points: PAST };
    });
    await later(() => asked).toBeGreaterThan(0);
    expect(studies.begun.size).toBe(1);
    isAway = false;
    await later(evidence).toHaveProperty('since');
  });

  it('waits while the past is still fetched', async () => {
    const { studies, served, evidence, later } = setup('adaptive', async () => ({ points: PAST }));
    served.past = 'fetching';
    let minutes = 0;
    await later(() => ++minutes).toBe(5);
    expect(studies.begun.size).toBe(1);
    served.past = 'complete';
    await later(evidence).toHaveProperty('since');
  });
});
