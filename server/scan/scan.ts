import { type Clock, wallClock } from '../clock';
import type { Config } from '../config';
import type { ExportView, PatchedWorkload, PatchFile } from '../contract/patches';
import { errorText } from '../errors';
import { isKubeError, type KubeClient } from '../kube/client';
import { silentLogger } from '../log';
import { filesAround } from '../pages/patches/folder';
import { isServedNamespace } from '../policy/served-namespaces';
import { ProblemBoard } from '../problems';
import { replaySettings } from '../replay/policies';
import { Slices } from '../slices';
import { PrometheusApi } from '../usage/prometheus/api';
import { PrometheusClient } from '../usage/prometheus/client';
import type { QueryScope } from '../usage/prometheus/queries';
import type { TimeSpan } from '../usage/source';
import { VERSION } from '../version';
import { countOf } from '../words/counts';
import { formatDuration } from '../words/times';
import { checkpointsOf } from './cluster/checkpoints';
import { type FoundStore, findStore } from './cluster/find-store';
import { listCluster } from './cluster/listed';
import { nodesNeeded } from './cluster/nodes';
import { roomsOf } from './cluster/rooms';
import { scanTargets } from './cluster/targets';
import { byWhatMatters } from './core/findings';
import { sumOf, sumsByNamespace } from './core/sums';
import { askHappened, Happened } from './past/happened';
import { KnownPast } from './past/known-past';
import { readUsage } from './past/read-usage';
import { SAMPLE_EVERY_MS, sampleNow } from './past/sample-now';
import type { ScanProgress } from './progress';
import type { ScannedWorkload, ScanReport } from './report';
import { inOrder, type LookParts, lookAt } from './workload/look';

const MINUTE_MS = 60_000;
/** More containers are read in coarser steps: a scan takes a minute at most. */
const STEPS = [
  { most: 350, stepMs: 5 * MINUTE_MS },
  { most: 1000, stepMs: 15 * MINUTE_MS },
  { most: Number.POSITIVE_INFINITY, stepMs: 60 * MINUTE_MS },
] as const;
/** From this version on, pods are resized in place. */
const RESIZES_FROM_MINOR = 33;

export interface ScanOptions {
  readonly client: KubeClient;
  /** The cluster's time. */
  readonly clock: Pick<Clock, 'now'>;
  readonly cluster: string;
  readonly config: Config;
  readonly namespace?: string | undefined;
  /** Of workloads, in the notation of kubectl. */
  readonly selector?: string | undefined;
  readonly historyMs: number;
  /** The distance of samples; by default as fine as the number of containers allows. */
  readonly stepMs?: number | undefined;
  readonly recommender?: string | undefined;
  readonly replays: boolean;
  /** How long the metrics API is sampled where nothing else is known. */
  readonly watchMs: number;
  readonly cacheDir?: string | undefined;
  readonly progress: ScanProgress;
  /** Ends the reading; what is known by then is told. */
  readonly stopping: AbortSignal;
}

export interface ScanResult {
  readonly report: ScanReport;
  readonly patches: ExportView;
}

/**
 * Looks at every workload once and changes nothing.
 * @throws AppError if pods cannot be listed; StoreFailure; the reason of `stopping` before anything is known
 */
export async function scan(options: ScanOptions): Promise<ScanResult> {
  const { client, progress, stopping, namespace } = options;
  const config = replaySettings(options.config);
  progress.begins('The cluster');
  const version = await versionOf(client, stopping);
  const { caches, notes: listNotes } = await listCluster(client, options, stopping, (done, total) =>
    progress.reached(done, total),
  );
  const beganMs = options.clock.now();
  const asked = { fromMs: beganMs - options.historyMs, toMs: beganMs };
  const found = scanTargets(caches);
  const targets = inOrder(found.targets.filter(({ ref }) => isServedNamespace(config, ref.namespace)));
  const containers = targets.reduce(
    (sum, { pods, template }) => sum + pods.length * template.spec.containers.length,
    0,
  );
  progress.ended(`${countOf(targets.length, 'workload')}, ${countOf(containers, 'container')} of pods`);
  const stepMs = options.stepMs ?? stepFor(containers);
  const scope = namespace === undefined ? undefined : { namespaces: [namespace] };
  const learned = await knownUsage({ ...options, config }, { caches, span: asked, stepMs, scope });
  // What is sampled comes after the beginning.
  const nowMs = learned.source.kind === 'metrics-api' ? options.clock.now() + 1 : beganMs;
  const span = { ...asked, toMs: nowMs };
  const parts: LookParts = {
    config,
    caches,
    nowMs,
    span,
    past: learned.past,
    happened: learned.happened,
    recommender: options.recommender,
    mode: Number.parseInt(version?.minor ?? '', 10) >= RESIZES_FROM_MINOR ? 'InPlaceOrRecreate' : 'Recreate',
    replays: options.replays && learned.source.kind === 'prometheus' && !stopping.aborted,
    roomOf: config.respectRoom ? roomsOf(caches, targets) : () => undefined,
    ...(learned.source.kind === 'checkpoints' && { loadCheckpoints: checkpointsOf(caches, config) }),
  };
  const looked = await lookAtAll(parts, targets, options);
  const workloads = byWhatMatters(looked.workloads);
  const nodes =
    namespace === undefined ? await nodesNeeded(caches, changesOfPods(targets, workloads)) : undefined;
  const report: ScanReport = {
    version: 1,
    program: `plumbline ${VERSION}`,
    atMs: nowMs,
    cluster: options.cluster,
    ...(namespace !== undefined && { namespace }),
    source: learned.source,
    ...span,
    stepMs: learned.past.stepMs,
    recommender: options.recommender ?? 'default',
    ...(config.prices && { currency: config.prices.currency }),
    workloads,
    namespaces: sumsByNamespace(workloads),
    sum: sumOf(workloads),
    ...(nodes && { nodes }),
    leftOut: [...found.leftOut, ...looked.leftOut],
    notes: [...listNotes, ...learned.notes, ...looked.notes],
    isPartial: stopping.aborted,
  };
  const around = { workloads: looked.patched, leftOut: [] };
  return { report, patches: { files: [...filesAround(around), ...looked.files], ...around } };
}

/** Undefined where it may not be asked. @throws KubeError if the cluster cannot be reached */
async function versionOf(client: KubeClient, signal: AbortSignal): Promise<{ minor?: string } | undefined> {
  try {
    return await client.request<{ minor?: string }>('GET', '/version', { signal });
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw error;
    return undefined;
  }
}

function stepFor(containers: number): number {
  return STEPS.find(({ most }) => containers <= most)?.stepMs ?? STEPS[0].stepMs;
}

interface UsageParts {
  readonly caches: LookParts['caches'];
  readonly span: TimeSpan;
  readonly stepMs: number;
  readonly scope: QueryScope | undefined;
}

interface KnownUsage {
  readonly past: KnownPast;
  readonly happened: Happened;
  readonly source: ScanReport['source'];
  readonly notes: readonly string[];
}

/** From Prometheus, else from checkpoints, else sampled now. */
async function knownUsage(options: ScanOptions, parts: UsageParts): Promise<KnownUsage> {
  const { client, config, progress, stopping } = options;
  const { caches, span, scope } = parts;
  const happened = new Happened();
  happened.takePods(caches.pods.list(), span);
  progress.begins('Prometheus');
  const store = await findStore({ client, config, span, scope, stopping });
  if (!('missing' in store)) {
    progress.ended(store.title);
    const read = await fromStore(options, parts, store, happened);
    return { ...read, happened, source: { kind: 'prometheus', address: store.title } };
  }
  progress.ended('none');
  const why = store.missing;
  if (caches.checkpoints.size > 0) {
    const known = countOf(caches.checkpoints.size, 'container');
    return {
      past: new KnownPast(parts.stepMs),
      happened,
      source: { kind: 'checkpoints' },
      notes: [
        ...why,
        `Without Prometheus, this is what VPAs have learned of ${known}: recommendations without usage over time, and nothing about workloads without a VPA.`,
      ],
    };
  }
  const past = new KnownPast(SAMPLE_EVERY_MS);
  progress.begins('Samples of the metrics API');
  const problems = new ProblemBoard(wallClock, silentLogger).by('scan');
  const answer = await sampleNow(past, {
    client,
    caches,
    problems,
    namespaces: scope?.namespaces,
    forMs: options.watchMs,
    progress,
    stopping,
  });
  progress.ended(answer === 'samples' ? countOf(past.samplesTaken, 'sample') : answer);
  const worth =
    past.samplesTaken > 0
      ? `Usage is from ${formatDuration(options.watchMs)} of samples: it shows what runs now, no peak, no night and no weekend. Do not shrink anything by it; --watch takes longer, and Prometheus knows weeks.`
      : 'Nothing is known of what containers use: there is no Prometheus, no checkpoint, and the metrics API has no sample.';
  return {
    past,
    happened,
    source: { kind: past.samplesTaken > 0 ? 'metrics-api' : 'none' },
    notes: [...why, worth],
  };
}

async function fromStore(
  { config, cacheDir, cluster, historyMs, progress, stopping }: ScanOptions,
  { caches, span, stepMs, scope }: UsageParts,
  store: FoundStore,
  happened: Happened,
): Promise<{ past: KnownPast; notes: string[] }> {
  const notes = [...store.notes];
  progress.begins(`Usage from ${store.title}`);
  const { past, missing } = await readUsage({
    store,
    caches,
    namespaces: scope?.namespaces,
    span,
    stepMs,
    cacheDir,
    of: JSON.stringify([
      cluster,
      store.settings.prometheusAddress,
      config.prometheusMatchers,
      config.prometheusCpuQuery,
      config.prometheusMemoryQuery,
      Object.values(config.prometheusHeaders),
      scope?.namespaces ?? [],
      historyMs,
      stepMs,
    ]),
    progress,
    stopping,
  });
  progress.ended(`${countOf(past.size, 'container')}, ${formatDuration(stepMs)} between samples`);
  notes.push(...missing);
  if (stopping.aborted) return { past, notes };
  progress.begins('Kills and throttling');
  const client = new PrometheusClient(store.settings, wallClock, store.transport);
  try {
    await askHappened(happened, {
      api: new PrometheusApi(client),
      names: store.settings,
      scope,
      span,
      stopping,
      failed: (what, why) => notes.push(`Not known: ${what}: ${why}.`),
      done: (done, total) => progress.reached(done, total),
    });
  } catch (error) {
    if (!stopping.aborted) throw error;
  } finally {
    await client.close();
  }
  progress.ended('');
  return { past, notes };
}

interface AllLooked {
  readonly workloads: ScannedWorkload[];
  readonly patched: PatchedWorkload[];
  readonly files: PatchFile[];
  readonly leftOut: ScanReport['leftOut'];
  readonly notes: string[];
}

async function lookAtAll(
  parts: LookParts,
  targets: Parameters<typeof lookAt>[1][],
  { progress, stopping }: ScanOptions,
): Promise<AllLooked> {
  const all: AllLooked = { workloads: [], patched: [], files: [], leftOut: [], notes: [] };
  const wasStopped = stopping.aborted;
  const slices = new Slices();
  progress.begins(parts.replays ? 'Replays of the period' : 'Recommendations');
  for (const [index, target] of targets.entries()) {
    if (stopping.aborted && !wasStopped) {
      all.notes.push(`Stopped before ${countOf(targets.length - index, 'workload')} were looked at.`);
      break;
    }
    progress.reached(index, targets.length);
    try {
      const { workload, patch } = await lookAt(parts, target);
      all.workloads.push(workload);
      if (patch) {
        all.patched.push(patch.workload);
        all.files.push(patch.file);
      }
    } catch (error) {
      const { namespace, kind, name } = target.ref;
      all.leftOut.push({ namespace, kind, name, why: errorText(error) });
    }
    const pause = slices.breathe();
    if (pause) await pause;
  }
  progress.ended(countOf(all.workloads.length, 'workload'));
  return all;
}

/** By how much the requests of each pod would change, by `namespace/name`. */
function changesOfPods(
  targets: Parameters<typeof lookAt>[1][],
  workloads: readonly ScannedWorkload[],
): ReadonlyMap<string, { cpu: number; memory: number }> {
  const keyOf = (one: { namespace: string; kind: string; name: string }) =>
    `${one.namespace}/${one.kind}/${one.name}`;
  const byKey = new Map(workloads.map((one) => [keyOf(one), one]));
  const changes = new Map<string, { cpu: number; memory: number }>();
  for (const { ref, pods } of targets) {
    const of = byKey.get(keyOf(ref));
    if (!of || of.replicas === 0) continue;
    const change = {
      cpu: (of.next.cpu - of.requests.cpu) / of.replicas,
      memory: (of.next.memory - of.requests.memory) / of.replicas,
    };
    for (const { metadata } of pods) changes.set(`${ref.namespace}/${metadata.name}`, change);
  }
  return changes;
}
