import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import type { Estimate } from '@/server/decide/estimators/estimator';
import type { EvidenceView } from '@/server/decide/estimators/evidence';
import type { Explanation } from '@/server/decide/estimators/explanation';
import { readParameters } from '@/server/decide/estimators/parameter-text';
import type { ChosenRecommender, Study } from '@/server/decide/estimators/recommender';
import { type RecommenderName, recommenderNamed } from '@/server/decide/estimators/recommenders';
import type { ContainerAggregate } from '@/server/model/aggregate';
import { ClusterState } from '@/server/model/cluster-state';
import { selectorFrom } from '@/server/objects/selector';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const START_MS = Date.parse('2026-03-02T00:00:00Z');

const config = defaultConfig();

/** The recommender with parameters as people write them. */
export function chosen(name: RecommenderName, given = ''): ChosenRecommender {
  const usual = estimatorOf('percentile', config);
  const { chosen: found, faults } = recommenderNamed(name).choose(config, usual, readParameters(given));
  if (faults.length > 0) throw new Error(faults.join('; '));
  return found;
}

/** One container of one VPA in the model, studied by a chosen recommender. */
export class Studied {
  nowMs = START_MS;
  study: Study;
  private readonly state = new ClusterState(config, estimatorOf('percentile', config).learning);
  private readonly pods = new Set<string>();

  constructor(
    private readonly recommender: ChosenRecommender,
    seed?: ContainerAggregate,
  ) {
    this.study = recommender.begin(seed);
    this.state.setVpa({
      namespace: 'shop',
      name: 'web',
      selector: selectorFrom({ matchLabels: { app: 'web' } }),
      observer: { observe: (_, observation) => this.study.observe(observation) },
    });
  }

  /** A measurement at a time in ms after the start. */
  use(atMs: number, cores: number, bytes: number, pod = 'web-1'): void {
    const timeMs = START_MS + atMs;
    this.nowMs = Math.max(this.nowMs, timeMs);
    if (!this.pods.has(pod)) this.add(pod);
    const ref = { namespace: 'shop', pod, container: 'app' };
    this.state.advanceTo(timeMs);
    this.state.addCpuSample(ref, timeMs, cores * 1000);
    this.state.addMemorySample(ref, timeMs, bytes);
  }

  oom(atMs: number, bytes: number, pod = 'web-1'): void {
    this.state.recordOom({ namespace: 'shop', pod, container: 'app' }, START_MS + atMs, bytes);
  }

  /** An OOM kill with that memory limit. */
  killedAt(atMs: number, limit: number, pod = 'web-1'): void {
    this.add(pod, limit);
    this.state.recordOom({ namespace: 'shop', pod, container: 'app' }, START_MS + atMs);
  }

  crash(atMs: number, pod = 'web-1'): void {
    this.state.recordCrash({ namespace: 'shop', pod, container: 'app' }, START_MS + atMs);
  }

  estimate(nowMs = this.nowMs): Estimate {
    return this.study.estimate(this.history, nowMs);
  }

  explain(nowMs = this.nowMs): Explanation {
    return this.study.explain(this.history, nowMs);
  }

  evidence(nowMs = this.nowMs): EvidenceView | undefined {
    return this.study.evidence(this.history, nowMs);
  }

  get history(): ContainerAggregate {
    const history = this.state.aggregatesOf('shop', 'web').get('app');
    if (!history) throw new Error('nothing was observed');
    return history;
  }

  /** What a restart keeps of the study. */
  reload(): void {
    const text = JSON.stringify(this.study.save());
    this.study = this.recommender.load(JSON.parse(text), this.nowMs);
  }

  private add(pod: string, memoryLimit?: number): void {
    this.pods.add(pod);
    this.state.setPod({
      namespace: 'shop',
      name: pod,
      labels: { app: 'web' },
      phase: 'Running',
      containers: [{ name: 'app', requests: {}, memoryLimit }],
    });
  }
}
