/** Prints the figures of one recommender as JSON, see `recommend-chosen.ts`. */
import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/estimators';
import type { Study } from '@/server/estimators/recommender';
import { isRecommenderName, recommenderNamed } from '@/server/estimators/recommenders';
import { ClusterState } from '@/server/model/cluster-state';
import { selectorFrom } from '@/server/model/selector';
import { leastOf, secondsOf } from './bench';
import { usedBytes } from './used-bytes';

const CONTAINERS = 10_000;
const WINDOW_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 2, 2);
const WINDOWS = 40;
const ROUNDS = 9;

const [name = ''] = process.argv.slice(-1);
if (!isRecommenderName(name)) throw new Error(`${name} is no recommender`);
const config = defaultConfig();
const usual = estimatorOf('percentile', config);
const { chosen } = recommenderNamed(name).choose(config, usual);

const state = new ClusterState(config, usual.learning);
const refs = Array.from({ length: CONTAINERS }, (_, index) => ({
  namespace: `team-${index % 20}`,
  pod: `service-${index}-0`,
  container: 'app',
}));
for (const [index, { namespace, pod, container }] of refs.entries())
  state.setPod({
    namespace,
    name: pod,
    labels: { app: `service-${index}` },
    phase: 'Running',
    containers: [{ name: container, requests: {} }],
  });

function ingest(atMs: number): void {
  for (const [index, ref] of refs.entries()) {
    const day = Math.sin(((atMs + index * MINUTE_MS) * 2 * Math.PI) / 86_400_000);
    const noise = ((index * 7919 + atMs / 1000) % 997) / 997;
    state.addCpuSample(ref, atMs, 100 + (index % 900) + 80 * day + 60 * noise);
    state.addMemorySample(ref, atMs, 3e8 + (index % 700) * 1e6 + 5e7 * day + 2e7 * noise);
  }
}

function addVpa(index: number, study?: Study): void {
  state.setVpa({
    namespace: refs[index]?.namespace ?? '',
    name: `service-${index}`,
    selector: selectorFrom({ matchLabels: { app: `service-${index}` } }),
    observer: study && { observe: (_, observation) => study.observe(observation) },
  });
}

for (const index of refs.keys()) addVpa(index);
const withoutStudies = usedBytes();
const studies: Study[] = refs.map(() => chosen.begin());
for (const [index, study] of studies.entries()) addVpa(index, study);
for (let atMs = START_MS; atMs < START_MS + WINDOWS * WINDOW_MS; atMs += MINUTE_MS) ingest(atMs);
const memory = usedBytes() - withoutStudies;

const histories = refs.map(({ namespace }, index) => {
  const history = state.aggregatesOf(namespace, `service-${index}`).get('app');
  if (!history) throw new Error(`service-${index} has no history`);
  return history;
});
let sum = 0;
const estimateAll = (nowMs: number) => {
  for (const [index, study] of studies.entries()) {
    const history = histories[index];
    if (history) sum += study.estimate(history, nowMs).cpu.target;
  }
};
let nowMs = START_MS + WINDOWS * WINDOW_MS;
estimateAll(nowMs);
const estimating = leastOf(ROUNDS, () => secondsOf(() => estimateAll(nowMs)));
/** Every window ends in this pass. */
const passing = leastOf(ROUNDS, () => {
  nowMs += WINDOW_MS;
  return secondsOf(() => {
    ingest(nowMs);
    estimateAll(nowMs);
  });
});
const saved = studies.slice(0, 100).reduce((total, study) => total + JSON.stringify(study.save()).length, 0);
if (!(sum > 0)) throw new Error('nothing was recommended');
console.log(
  JSON.stringify([
    { name: '', value: CONTAINERS / estimating, unit: 'containers/s' },
    { name: '-pass', value: passing, unit: 's' },
    { name: '-memory', value: memory / 1e6, unit: 'MB' },
    { name: '-state', value: memory / CONTAINERS, unit: 'bytes/container' },
    { name: '-saved', value: saved / 100, unit: 'bytes/container' },
  ]),
);
