import { NodeSupply } from '../cluster/node-supply';
import type { Config } from '../config';
import type { ExportView } from '../contract/patches';
import { estimatorOf } from '../decide/estimators';
import { isServedNamespace } from '../decide/pods/served-namespaces';
import type { ClusterCaches } from '../kube/caches';
import { isKubeError, type KubeClient } from '../kube/client';
import { WorkloadLookup } from '../kube/workload-lookup';
import { VERSION } from '../lib/report/version';
import { type Clock, wallClock } from '../lib/time/clock';
import type { ClusterState } from '../model/cluster-state';
import type { PodState } from '../model/cluster-types';
import { parseSelector, selectorMatches } from '../objects/selector';
import { sizedContainers } from '../objects/sized-containers';
import type { Pod } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { filesAround } from '../pages/patches/folder';
import { capacityFrom } from '../recommender/capacity-of';
import { CheckpointError, decodeCheckpoint } from '../recommender/checkpoints/checkpoint-codec';
import { Choices } from '../recommender/recommend/choices';
import type { PodCapacity } from '../recommender/recommend/node-capacity';
import { replaySettings } from '../replay/policies';
import { countOf } from '../words/counts';
import { listCluster } from './cluster/listed';
import { nodesNeeded } from './cluster/nodes';
import { type PodGroups, podGroups } from './cluster/pod-groups';
import { pricesOf } from './cluster/prices';
import { type ScanTarget, scanTargets } from './cluster/targets';
import { AskedNamespaces, namespacesWords } from './core/namespaces';
import { sumOf, sumsByNamespace } from './core/sums';
import type { ScanOptions } from './options';
import { knownUsage } from './past/known-usage';
import { type ScanReport, titleOfScanned } from './report';
import { livesIn } from './workload/lives';
import type { LookParts } from './workload/look';
import { inOrder, lookAtAll } from './workload/look-at-all';

const MINUTE_MS = 60_000;
/**
 * More containers are read in coarser steps: a scan takes a minute at most. Requests for memory follow the peak of each day,
 * which is the same of hours and of pairs of them.
 */
const STEPS = [
  { most: 350, stepMs: 5 * MINUTE_MS, memorySteps: 1 },
  { most: 1000, stepMs: 15 * MINUTE_MS, memorySteps: 1 },
  { most: Number.POSITIVE_INFINITY, stepMs: 60 * MINUTE_MS, memorySteps: 2 },
] as const;
/** From this version on, pods are resized in place. */
const RESIZES_FROM_MINOR = 33;
const MOST_NAMESPACES_NAMED = 50;

export interface ScanResult {
  readonly report: ScanReport;
  /** Empty if none were asked for. */
  readonly patches: ExportView;
}

/** Gives a model what the checkpoints of a VPA know; what cannot be read of them counts as not there. */
function checkpointsOf(
  { checkpoints }: Pick<ClusterCaches, 'checkpoints'>,
  config: Config,
): (state: ClusterState, vpa: VerticalPodAutoscaler) => void {
  const estimator = estimatorOf('percentile', config);
  return (state, { metadata: { namespace = '', name } }) => {
    for (const { spec, status } of checkpoints.list(namespace)) {
      if (spec?.vpaObjectName !== name || !spec.containerName) continue;
      try {
        state.loadCheckpoint(namespace, name, spec.containerName, decodeCheckpoint(status, estimator));
      } catch (error) {
        if (!(error instanceof CheckpointError)) throw error;
      }
    }
  };
}

interface ComingNodes {
  /** Whether nodes come by themselves, and of what sizes. */
  readonly supply: NodeSupply;
  readonly notes: readonly string[];
}

/** Asks once whether nodes come to a cluster by themselves. What may not be read is told, and counts as not there. */
async function comingNodes(
  client: Pick<KubeClient, 'request'>,
  caches: Pick<ClusterCaches, 'nodes'>,
  config: Config,
): Promise<ComingNodes> {
  let isForbidden = false;
  const request: KubeClient['request'] = async (...call) => {
    try {
      return await client.request(...call);
    } catch (error) {
      isForbidden ||= isKubeError(error, 'forbidden');
      throw error;
    }
  };
  const supply = new NodeSupply({ client: { request }, caches, wallClock, config });
  if (config.nodeAutoscaling !== 'off') await supply.ask();
  return {
    supply,
    notes: isForbidden
      ? [
          'This account may not read what makes nodes (get the ConfigMap cluster-autoscaler-status in kube-system, list nodepools.karpenter.sh and nodeclaims.karpenter.sh): no larger node than there are counts.',
        ]
      : [],
  };
}

/** Where the pods of these workloads may run, on the nodes there are and those that come. */
function capacitiesOf(
  caches: Pick<ClusterCaches, 'nodes' | 'pods'>,
  targets: readonly ScanTarget[],
  supply: Pick<NodeSupply, 'comes' | 'coming'>,
  clock: Pick<Clock, 'now'>,
): (target: ScanTarget) => PodCapacity | undefined {
  if (!caches.nodes.seen) return () => undefined;
  const pods = new Map(targets.map((target) => [`${target.ref.namespace}/${nameOf(target)}`, target.pods]));
  const capacityOf = capacityFrom({
    caches,
    state: { podsOfVpa: (namespace, name) => (pods.get(`${namespace}/${name}`) ?? []).map(stateOf) },
    faults: { replace: () => undefined },
    clock,
    supply,
  });
  return (target) => capacityOf(target.ref.namespace, nameOf(target));
}

/** Workloads of several kinds may have one name. */
function nameOf({ ref: { kind, name } }: ScanTarget): string {
  return `${kind}/${name}`;
}

function stateOf({ metadata, spec, status }: Pod): PodState {
  const containers = sizedContainers(spec).map(({ name }) => name);
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    labels: metadata.labels ?? {},
    phase: status?.phase ?? 'Pending',
    containers,
    keys: containers,
  };
}

/**
 * Looks at every workload once and changes nothing.
 * @throws AppError if pods cannot be listed; StoreFailure; the reason of `stopping` before anything is known
 */
export async function scan(options: ScanOptions): Promise<ScanResult> {
  const { client, progress, stopping } = options;
  const namespaces = new AskedNamespaces(options.namespaces);
  const config = replaySettings(options.config);
  progress.begins('The cluster');
  const version = await versionOf(client, stopping);
  const { caches, notes: listNotes } = await listCluster(client, options, stopping, (done, total) =>
    progress.reached(done, total),
  );
  const coming = await comingNodes(client, caches, config);
  const beganMs = options.clock.now();
  const asked = { fromMs: beganMs - options.historyMs, toMs: beganMs };
  const found = inNamespaces(scanTargets(caches), namespaces);
  const groups = await groupsBeside(found, caches, { ...options, namespaces });
  const all = [...found.targets, ...groups.targets];
  const targets = inOrder(all.filter(({ ref }) => isServedNamespace(config, ref.namespace)));
  const containers = containersOf(targets);
  progress.ended(`${countOf(targets.length, 'workload')}, ${countOf(containers, 'container')} of pods`);
  const { stepMs, memorySteps } =
    options.stepMs === undefined ? stepsFor(containers) : { stepMs: options.stepMs, memorySteps: 1 };
  const scope = scopeOf(options.namespaces, targets);
  const { past, happened, source, notes, sampledMs, lacking, rss } = await knownUsage(options, {
    config,
    caches,
    span: asked,
    stepMs,
    memorySteps,
    scope,
    groups,
    targets,
  });
  const nowMs = sampledMs === undefined ? beganMs : Math.max(sampledMs, options.clock.now()) + 1;
  const span = { ...asked, toMs: nowMs };
  const usual = estimatorOf('percentile', config);
  const parts: LookParts = {
    config,
    usual,
    choices: new Choices(config, usual),
    caches,
    nowMs,
    span,
    past,
    happened,
    lacking,
    rss,
    recommender: options.recommender,
    mode: Number.parseInt(version?.minor ?? '', 10) >= RESIZES_FROM_MINOR ? 'InPlaceOrRecreate' : 'Recreate',
    replayer: source.kind === 'prometheus' && !stopping.aborted ? options.replayer : undefined,
    mostReplays: options.mostReplays ?? Number.POSITIVE_INFINITY,
    charts: options.charts ?? true,
    stopping,
    patches: options.patches,
    capacityOf: config.respectRoom
      ? capacitiesOf(caches, targets, coming.supply, options.clock)
      : () => undefined,
    lifeOf: livesIn(caches),
    priceOf: pricesOf(caches, config.prices),
    ...(source.kind === 'checkpoints' && { loadCheckpoints: checkpointsOf(caches, config) }),
  };
  const looked = await lookAtAll(parts, targets, options);
  const { workloads } = looked;
  const nodes = options.namespaces === undefined ? await nodesNeeded(caches, targets, workloads) : undefined;
  const report: ScanReport = {
    version: 1,
    program: `plumbline ${VERSION}`,
    atMs: nowMs,
    cluster: options.cluster,
    ...(namespaces.text !== undefined && { namespace: namespaces.text }),
    ...(options.selector !== undefined && { selector: options.selector }),
    source,
    ...span,
    stepMs: past.stepMs,
    recommender: options.recommender ?? 'default',
    ...(config.prices && { currency: config.prices.currency }),
    workloads,
    namespaces: sumsByNamespace(workloads),
    sum: sumOf(workloads),
    ...(nodes && { nodes }),
    ...(looked.replays && { replays: looked.replays }),
    leftOut: [...found.leftOut, ...looked.leftOut],
    notes: [
      ...(options.tuned === undefined ? [] : [options.tuned]),
      ...namespaces
        .without(new Set(targets.map(({ ref }) => ref.namespace)))
        .map((name) => `There is nothing to size in ${namespacesWords(name)}.`),
      ...listNotes,
      ...coming.notes,
      ...notes,
      ...looked.notes,
    ],
    isPartial: stopping.aborted,
  };
  const around = { workloads: looked.patched, leftOut: [] };
  return { report, patches: { files: [...filesAround(around), ...looked.files], ...around } };
}

function inNamespaces(
  { targets, leftOut }: ReturnType<typeof scanTargets>,
  namespaces: AskedNamespaces,
): ReturnType<typeof scanTargets> {
  return {
    targets: targets.filter(({ ref }) => namespaces.has(ref.namespace)),
    leftOut: leftOut.filter(({ namespace }) => namespaces.has(namespace)),
  };
}

/** What a store is asked about; all of it where naming namespaces would make queries too long. */
function scopeOf(
  asked: ScanOptions['namespaces'],
  targets: readonly ScanTarget[],
): { namespaces: readonly string[] } | undefined {
  if (asked === undefined) return undefined;
  const known = [...new Set(targets.map(({ ref }) => ref.namespace))].sort();
  if (known.length > MOST_NAMESPACES_NAMED) return undefined;
  return { namespaces: known.length > 0 ? known : asked };
}

/** What runs beside the workloads with templates. */
function groupsBeside(
  { targets, leftOut }: ReturnType<typeof scanTargets>,
  caches: ClusterCaches,
  {
    client,
    selector,
    namespaces,
  }: Pick<ScanOptions, 'client' | 'selector'> & { namespaces: AskedNamespaces },
): Promise<PodGroups> {
  const lookup = new WorkloadLookup(caches, client);
  const wanted = selector === undefined ? undefined : parseSelector(selector);
  return podGroups(
    caches,
    {
      pods: new Set(
        targets.flatMap(({ pods }) =>
          pods.map(({ metadata: { namespace = '', name } }) => `${namespace}/${name}`),
        ),
      ),
      titles: new Set(leftOut.map(titleOfScanned)),
      wants: ({ metadata: { namespace = '', labels = {} } }) =>
        namespaces.has(namespace) && (wanted === undefined || selectorMatches(wanted, labels)),
    },
    (ref) => lookup.learn(ref),
  );
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

/** Of all pods. */
function containersOf(targets: readonly ScanTarget[]): number {
  return targets.reduce(
    (sum, { pods, template }) => sum + pods.length * sizedContainers(template.spec).length,
    0,
  );
}

function stepsFor(containers: number): Pick<(typeof STEPS)[number], 'stepMs' | 'memorySteps'> {
  return STEPS.find(({ most }) => containers <= most) ?? STEPS[0];
}
