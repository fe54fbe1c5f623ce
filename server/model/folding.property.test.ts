import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { defaultConfig } from '../config';
import { estimatorOf } from '../decide/estimators';
import { NO_POLICIES } from '../decide/pods/container-policy';
import { selectorFrom } from '../objects/selector';
import { postProcessingFrom } from '../recommender/recommend/post-process';
import { recommend } from '../recommender/recommend/recommendation';
import { ClusterState } from './cluster-state';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 2, 2);
const CONTAINERS = ['app', 'sidecar'];
const config = defaultConfig();
const estimator = estimatorOf('percentile', config);
const rules = { estimator, processing: postProcessingFrom(config), policies: NO_POLICIES };

/** Revisions of one Deployment, each with a few pods, none of which returns. */
class Rollouts {
  readonly state = new ClusterState(config, estimatorOf('percentile', config).learning);
  revision = 0;

  constructor(
    private readonly app: string,
    private readonly folds: boolean,
  ) {
    this.select('web', { app });
  }

  select(vpa: string, matchLabels: Record<string, string>): void {
    this.state.setVpa({ namespace: 'shop', name: vpa, selector: selectorFrom({ matchLabels }) });
  }

  rollOut(pods: number): void {
    for (const { name } of [...this.state.pods()]) this.state.deletePod('shop', name);
    this.revision++;
    for (let index = 0; index < pods; index++)
      this.state.setPod({
        namespace: 'shop',
        name: `${this.app}-${this.revision}-${index}`,
        labels: { app: this.app, tier: 'front', 'pod-template-hash': `hash${this.revision}` },
        phase: 'Running',
        containers: CONTAINERS.map((name) => ({ name, requests: {} })),
      });
  }

  use(atMs: number, millicores: number, bytes: number): void {
    let index = 0;
    for (const { name, containers } of this.state.pods())
      for (const container of containers) {
        const ref = { namespace: 'shop', pod: name, container };
        // Distinct times and amounts, so that no two samples have the same weight.
        const at = atMs + ++index * 977;
        this.state.addCpuSample(ref, at, millicores + 37 * index);
        this.state.addMemorySample(ref, at, bytes + index * 3e6);
      }
  }

  kill(atMs: number): void {
    const [pod] = this.state.pods();
    if (pod) this.state.recordOom({ namespace: 'shop', pod: pod.name, container: 'app' }, atMs, 400e6);
  }

  collect(nowMs: number): void {
    this.state.collectGarbage(nowMs, { isLive: () => true, canReturn: () => !this.folds });
  }

  recommended(vpa = 'web') {
    return recommend(this.state.aggregatesOf('shop', vpa), rules);
  }

  checkpoints(nowMs: number) {
    return [...this.state.checkpointAggregatesOf('shop', 'web', nowMs).values()].map(
      ({ container, sampleCount, firstSampleMs, lastSampleMs, oomCount, learned }) => ({
        container,
        sampleCount,
        firstSampleMs,
        lastSampleMs,
        oomCount,
        weights: JSON.parse(JSON.stringify(estimator.save(learned))),
      }),
    );
  }
}

const step = fc.record({
  hours: fc.integer({ min: 0, max: 40 }),
  minutes: fc.integer({ min: 1, max: 59 }),
  pods: fc.integer({ min: 1, max: 3 }),
  rollsOut: fc.boolean(),
  killed: fc.boolean(),
  millicores: fc.integer({ min: 10, max: 4000 }),
  bytes: fc.integer({ min: 20e6, max: 4e9 }),
});

function expectClose(actual: unknown, expected: unknown): void {
  if (typeof actual === 'number' && typeof expected === 'number') {
    expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
    return;
  }
  if (typeof actual !== 'object' || actual === null || typeof expected !== 'object' || expected === null) {
    expect(actual).toEqual(expected);
    return;
  }
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort());
  for (const [key, value] of Object.entries(actual))
    expectClose(value, (expected as Record<string, unknown>)[key]);
}

describe('folding revisions that are gone', () => {
  it('does not change what is recommended or kept, whatever is rolled out, expires or selects', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 40 }), (steps) => {
        const folded = new Rollouts('web', true);
        const plain = new Rollouts('web', false);
        let nowMs = START_MS;
        for (const { hours, minutes, pods, rollsOut, killed, millicores, bytes } of steps) {
          nowMs += hours * HOUR_MS + minutes * MINUTE_MS;
          for (const rollouts of [folded, plain]) {
            if (rollsOut || rollouts.revision === 0) rollouts.rollOut(pods);
            rollouts.use(nowMs, millicores, bytes);
            if (killed) rollouts.kill(nowMs + MINUTE_MS);
            rollouts.collect(nowMs + 2 * MINUTE_MS);
          }
          expect(folded.recommended()).toEqual(plain.recommended());
        }
        for (const rollouts of [folded, plain]) {
          rollouts.select('later', { tier: 'front' });
          rollouts.select('web', { app: 'web', tier: 'front' });
        }
        expect(folded.recommended('later')).toEqual(plain.recommended('later'));
        expect(folded.recommended()).toEqual(plain.recommended());
        expectClose(folded.checkpoints(nowMs), plain.checkpoints(nowMs));
      }),
      { numRuns: runs(150) },
    );
  });

  it('keeps a revision that a VPA distinguishes from others', () => {
    const rollouts = new Rollouts('web', true);
    rollouts.rollOut(1);
    rollouts.use(START_MS, 100, 1e8);
    rollouts.select('first', { 'pod-template-hash': 'hash1' });
    rollouts.rollOut(1);
    rollouts.collect(START_MS + HOUR_MS);
    expect(rollouts.recommended('first')).toHaveLength(2);
    expect(rollouts.state.foldedCount).toBe(0);
  });
});

it('keeps memory flat over a week of Deployments rolled out every half minute', () => {
  const names = ['web', 'api'];
  const workloads = names.map((name) => new Rollouts(name, true));
  const revisionsADay = DAY_MS / 30_000;
  const counts: number[] = [];
  for (let revision = 0; revision < 7 * revisionsADay; revision++) {
    const nowMs = START_MS + revision * 30_000;
    for (const workload of workloads) {
      workload.rollOut(1);
      workload.use(nowMs, 100 + (revision % 50), 1e8 + (revision % 70) * 1e6);
      if (nowMs % HOUR_MS === 0) workload.collect(nowMs);
    }
    if (nowMs % DAY_MS === 0)
      counts.push(workloads.reduce((sum, { state }) => sum + state.aggregateCount, 0));
  }
  // An hour of revisions and one sum per hour of a week, not 20,160 aggregates per container.
  const perContainer = (count: number) => count / (names.length * CONTAINERS.length);
  expect(counts.slice(1).map(perContainer)).toEqual([1, 1, 1, 1, 1, 1]);
  const folded = workloads.reduce((sum, { state }) => sum + state.foldedCount, 0);
  expect(perContainer(folded)).toBeLessThanOrEqual(7 * 24);
});
