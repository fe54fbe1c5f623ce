import { beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import { ClusterState } from '@/server/model/cluster-state';
import { selectorFrom } from '@/server/objects/selector';
import type { LivingVpa, ServedVpa } from '../vpas/served-vpa';
import { NewLives } from './new-lives';
import type { TemplateLives } from './template-lives';

const MIB = 2 ** 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 5, 1);
const ROLLED_OUT_MS = START_MS + 4 * DAY_MS;

describe('what a workload used before a roll-out', () => {
  let state: ClusterState;
  let life: ReturnType<TemplateLives['of']>;
  const config = defaultConfig();
  const estimator = estimatorOf('percentile', config);

  beforeEach(() => {
    state = new ClusterState(config, estimator.learning);
    state.setVpa({ namespace: 'shop', name: 'web', selector: selectorFrom({ matchLabels: { app: 'web' } }) });
    life = { sinceMs: ROLLED_OUT_MS, changed: 'image' };
  });

  const record = { namespace: 'shop', name: 'web', target: { kind: 'found', topmost: {} } } as ServedVpa &
    LivingVpa;
  const looking = (own: Partial<typeof config> = {}) => {
    record.life = undefined;
    return new NewLives({ config: { ...config, ...own }, estimator, state, lives: { of: () => life } });
  };

  function runs(hash: string | undefined, from: number, days: number, mib: number): void {
    const pod = `web-${hash}`;
    const labels = { app: 'web', ...(hash && { 'pod-template-hash': hash }) };
    const containers = [{ name: 'app', requests: {} }];
    state.setPod({ namespace: 'shop', name: pod, labels, phase: 'Running', containers });
    for (let atMs = from; atMs < from + days * DAY_MS; atMs += HOUR_MS / 2) {
      state.advanceTo(atMs);
      state.addCpuSample({ namespace: 'shop', pod, container: 'app' }, atMs, 100);
      state.addMemorySample({ namespace: 'shop', pod, container: 'app' }, atMs, mib * MIB);
    }
  }

  const memoryTold = () => {
    const app = state.aggregatesOf('shop', 'web').get('app');
    return app ? estimator.estimate(app).memory.target / MIB : 0;
  };

  it('counts until a day of what came then was seen, and no longer where that is clearly less', () => {
    runs('old', START_MS, 4, 2094);
    runs('new', ROLLED_OUT_MS, 0.5, 698);
    const lives = looking();
    expect(lives.look(record, ROLLED_OUT_MS + DAY_MS / 2)).toBe(false);
    expect(memoryTold()).toBeGreaterThan(2094);
    runs('new', ROLLED_OUT_MS + DAY_MS / 2, 0.5, 698);
    expect(lives.look(record, ROLLED_OUT_MS + DAY_MS)).toBe(true);
    expect(memoryTold()).toBeGreaterThan(698);
    expect(memoryTold()).toBeLessThan(900);
    expect(record.life).toEqual(life);
    expect(lives.look(record, ROLLED_OUT_MS + DAY_MS + HOUR_MS)).toBe(false);
    expect(memoryTold()).toBeLessThan(900);
    expect(state.checkpointAggregatesOf('shop', 'web', 0).get('app')?.firstSampleMs).toBe(ROLLED_OUT_MS);
  });

  it('leaves out what a checkpoint knows of it', () => {
    runs('old', START_MS, 4, 2094);
    const saved = state.aggregatesOf('shop', 'web').get('app');
    state.deletePod('shop', 'web-old');
    const restarted = new ClusterState(config, estimator.learning);
    restarted.setVpa({
      namespace: 'shop',
      name: 'web',
      selector: selectorFrom({ matchLabels: { app: 'web' } }),
    });
    if (saved) restarted.loadCheckpoint('shop', 'web', 'app', saved as never);
    state = restarted;
    runs('new', ROLLED_OUT_MS, 1, 698);
    expect(memoryTold()).toBeGreaterThan(2094);
    expect(looking().look(record, ROLLED_OUT_MS + DAY_MS)).toBe(true);
    expect(memoryTold()).toBeLessThan(900);
  });

  it.each<[string, () => void, Partial<typeof config>]>([
    ['as much is used', () => runs('new', ROLLED_OUT_MS, 2, 2000), {}],
    ['the setting is 0', () => runs('new', ROLLED_OUT_MS, 2, 698), { newLifeAfterMs: 0 }],
    ['samples are few', () => runs('new', ROLLED_OUT_MS + 1.9 * DAY_MS, 0.1, 698), {}],
    ['pods do not say of which revision they are', () => runs(undefined, ROLLED_OUT_MS, 2, 698), {}],
  ])('goes on to count where %s', (_, run, own) => {
    runs(own.newLifeAfterMs === undefined && _.startsWith('pods') ? undefined : 'old', START_MS, 4, 2094);
    run();
    looking(own).look(record, ROLLED_OUT_MS + 2 * DAY_MS);
    expect(memoryTold()).toBeGreaterThan(2094);
  });

  it('counts again after a rollback', () => {
    runs('old', START_MS, 4, 2094);
    runs('new', ROLLED_OUT_MS, 1, 698);
    const lives = looking();
    lives.look(record, ROLLED_OUT_MS + DAY_MS);
    expect(memoryTold()).toBeLessThan(900);
    life = 'rolled-back';
    lives.look(record, ROLLED_OUT_MS + DAY_MS + HOUR_MS);
    expect(memoryTold()).toBeGreaterThan(2094);
  });
});
