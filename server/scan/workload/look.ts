import type { Config } from '../../config';
import type { PatchedWorkload, PatchFile } from '../../contract/patches';
import type { ChosenEstimator } from '../../decide/estimators/estimator';
import { withHpa } from '../../decide/features/with-hpa';
import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { effectiveAmounts } from '../../decide/pods/effective-amounts';
import { vpaRecommending } from '../../decide/pods/memory-limit/recommended';
import { servingRecommender } from '../../decide/pods/serving-recommender';
import { vpaInOff } from '../../decide/pods/vpa-in-off';
import { readVpa } from '../../decide/pods/vpa-reading';
import type { ClusterCaches } from '../../kube/caches';
import type { ClusterState } from '../../model/cluster-state';
import { sizedContainers } from '../../objects/sized-containers';
import type { UpdateMode, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { type PatchOrNot, patchOfTemplate } from '../../pages/patches/patch-of-vpa';
import { unpatchable } from '../../pages/patches/workload-patch';
import { type ForNewPodsOf, forNewPodsOf } from '../../pages/reports/new-pods';
import type { TemplateLife } from '../../recommender/lives/template-life';
import type { Choices } from '../../recommender/recommend/choices';
import type { PodCapacity } from '../../recommender/recommend/node-capacity';
import { RecordingError } from '../../replay/engine/usage-grid';
import type { ReplayWorkload } from '../../replay/engine/workload';
import { recordedWorkload } from '../../replay/live/recorded-workload';
import { MOST_REPLICAS } from '../../replay/present';
import { stepsPerPoint, watchedUsage } from '../../replay/watched';
import type { PastSource, TimeSpan } from '../../usage/source';
import { countOf } from '../../words/counts';
import { noSamplesWords } from '../../words/no-samples';
import { absoluteTime } from '../../words/times';
import type { PriceOf, WorkloadPrice } from '../cluster/prices';
import type { ScanTarget } from '../cluster/targets';
import { changeOf, findingOf, requestedBy } from '../core/findings';
import { moneyOf } from '../core/sums';
import type { Happened } from '../past/happened';
import type { KnownPast } from '../past/known-past';
import type { Lacking } from '../past/read-usage';
import { followsRss, type KnownRss, withRss } from '../past/rss';
import { costsLeftAlone, type ReplayTask } from '../replays/costs';
import type { Replayer } from '../replays/replayer';
import type { ScannedWorkload, WorkloadChart } from '../report';
import { scannedContainers } from './containers';
import { type LearnedWorkload, learned } from './learning';

export interface LookParts {
  readonly config: Config;
  readonly caches: ClusterCaches;
  /** The end of the period. */
  readonly nowMs: number;
  readonly span: TimeSpan;
  readonly past: KnownPast;
  readonly happened: Happened;
  /** Where a store told less than all of the past. */
  readonly lacking?: Lacking | undefined;
  /** Memory without page cache, of those that follow it. */
  readonly rss?: KnownRss | undefined;
  /** A recommender for all, whatever VPAs say. */
  readonly recommender?: string | undefined;
  /** The mode of a replay where no VPA says one. */
  readonly mode: UpdateMode;
  /** Absent if nothing is replayed. */
  readonly replayer?: Replayer | undefined;
  /** How many it lives through, the worst first. */
  readonly mostReplays: number;
  readonly usual: ChosenEstimator;
  readonly choices: Choices;
  /** Whether usage over time is told, to be drawn. */
  readonly charts: boolean;
  readonly stopping: AbortSignal;
  readonly patches?: boolean | undefined;
  capacityOf(target: ScanTarget): PodCapacity | undefined;
  /** Since when its template is what it is, if it was another. */
  lifeOf(target: ScanTarget): TemplateLife | undefined;
  readonly priceOf: PriceOf;
  /** Gives the model what checkpoints of this VPA know; there are none where there is a past. */
  loadCheckpoints?(state: ClusterState, vpa: VerticalPodAutoscaler): void;
}

/** A workload as it was found, and its patch if that was asked for. */
export interface Looked {
  readonly workload: ScannedWorkload;
  readonly patch?: { readonly workload: PatchedWorkload; readonly file: PatchFile };
  /** What a replay under a VPA takes, recorded anew: of all workloads at once it would be too much to hold. */
  readonly taskAgain?: () => Promise<ReplayTask | undefined>;
}

/** Points of a line: fifty fit on a phone, and a thousand containers in a mail. */
const MOST_POINTS = 112;

/** The workload with its past; undefined if too little of it is known. */
async function recordedTarget(
  past: PastSource,
  span: TimeSpan,
  { ref: { namespace, name }, selector, replicas, template }: ScanTarget,
): Promise<ReplayWorkload | undefined> {
  try {
    return await recordedWorkload(past, span, {
      namespace,
      name,
      selector,
      replicas: Math.min(MOST_REPLICAS, Math.max(1, replicas)),
      containers: sizedContainers(template.spec).map(effectiveAmounts),
    });
  } catch (error) {
    if (error instanceof RecordingError) return undefined;
    throw error;
  }
}

function chartOf({ startMs, stepMs, steps, containers }: ReplayWorkload): WorkloadChart {
  const each = stepsPerPoint({ steps }, MOST_POINTS);
  return {
    fromMs: startMs,
    stepMs: stepMs * each,
    containers: containers.map(({ name, usage }) => ({
      name,
      cpu: watchedUsage(usage, 'cpu', { steps, each }),
      memory: watchedUsage(usage, 'memory', { steps, each }),
    })),
  };
}

/**
 * The release of Helm that a workload is of: by what Helm writes on it (v3.2, `pkg/action/validate.go`), else, as where
 * Argo CD applies what `helm template` printed, by the labels of charts (helm.sh/docs/chart_best_practices/labels).
 */
function releaseOf({ workload, madeBy }: ScanTarget): Pick<ScannedWorkload, 'release'> {
  const { annotations = {}, labels = {} } = workload.metadata;
  const chart = labels['helm.sh/chart'];
  const name = annotations['meta.helm.sh/release-name'] ?? (chart && labels['app.kubernetes.io/instance']);
  if (!name || madeBy !== undefined) return {};
  const component = labels['app.kubernetes.io/component'];
  return { release: { name, ...(chart && { chart }), ...(component && { component }) } };
}

/** The VPA on a workload, or one that would be; it chooses the recommender that was asked for. */
function vpaFor({ vpa, ref }: ScanTarget, recommender: string | undefined): VerticalPodAutoscaler {
  const own = vpa ?? vpaInOff(ref, ref.name);
  if (recommender === undefined) return own;
  const { annotations: _, ...metadata } = own.metadata;
  return { ...own, metadata, spec: { ...own.spec, recommenders: [{ name: recommender }] } };
}

/** With the mode in which a replay tries it: its own, or this one where it changes nothing. */
function replayedVpa(vpa: VerticalPodAutoscaler, mode: UpdateMode): VerticalPodAutoscaler {
  const { updateMode } = vpa.spec.updatePolicy ?? {};
  if (updateMode && updateMode !== 'Off') return vpa;
  return {
    ...vpa,
    spec: { ...vpa.spec, updatePolicy: { minReplicas: 1, ...vpa.spec.updatePolicy, updateMode: mode } },
  };
}

/** @throws Error that says why the workload cannot be judged */
export async function lookAt(parts: LookParts, target: ScanTarget): Promise<Looked> {
  const { config, caches, past, span, happened, nowMs } = parts;
  const { ref, template, replicas } = target;
  const vpa = vpaFor(target, parts.recommender);
  const used = past.matching(ref.namespace, target.selector);
  const rss = followsRss(target, parts) ? parts.rss?.of(target) : undefined;
  const series = rss ? withRss(used, rss) : used;
  const { stepMs } = past;
  const killsIn = (...of: Parameters<Happened['killsIn']>) => happened.killsIn(...of);
  const own = learned(
    parts,
    vpa,
    target,
    {
      stepMs,
      series: used,
      killsIn,
      ...(rss && parts.rss && { rss: { signal: parts.rss.signal, series: rss } }),
    },
    (state) => parts.loadCheckpoints?.(state, vpa),
  );
  const { compiled, fault } = readVpa(
    vpaRecommending(vpa, own.recommendation ?? { containerRecommendations: [] }),
  );
  if (fault) throw fault;
  const forNewPods = forNewPodsOf({ cluster: { caches }, config }, compiled, template);
  const containers = scannedContainers(target, {
    series,
    stepMs,
    span,
    happened,
    learned: own,
    compiled,
    forNewPods,
  });
  const { requests, next } = requestedBy(containers, replicas);
  const targetAnew = () => recordedTarget(past.source(series), span, target);
  const isRecorded = series.length > 0 && (parts.charts || parts.replayer !== undefined);
  const recorded = isRecorded ? await targetAnew() : undefined;
  const chart = recorded && parts.charts ? chartOf(recorded) : undefined;
  const replayed = recorded && parts.replayer ? costsLeftAlone(recorded) : undefined;
  const priced = parts.priceOf(target);
  const patch = patchFor(target, compiled, { forNewPods, nowMs });
  const found = {
    namespace: ref.namespace,
    kind: ref.kind,
    name: ref.name,
    replicas,
    ...(target.vpa && {
      vpa: { name: target.vpa.metadata.name, mode: readVpa(target.vpa).compiled.mode },
    }),
    recommender: servingRecommender(vpa, config) ?? 'default',
    ...releaseOf(target),
    containers,
    requests,
    next,
    ...changeOf(requests, next),
    ...(priced && { money: moneyOf(requests, next, priced.price) }),
    ...(replayed && { replayed }),
    notes: notesOn(parts, target, { vpa, compiled, patch, priced, learned: own }),
    ...(chart && { chart }),
  };
  return {
    workload: { ...found, finding: findingOf(found, parts.lacking?.has(ref.namespace)) },
    ...(parts.patches && !('why' in patch) && { patch: { workload: patch.workload, file: patch.file() } }),
    ...(replayed && {
      taskAgain: async () => {
        const workload = await targetAnew();
        return workload && { workload, alone: replayed, vpa: replayedVpa(vpa, parts.mode) };
      },
    }),
  };
}

interface Judged {
  readonly vpa: VerticalPodAutoscaler;
  readonly compiled: CompiledVpa;
  readonly patch: PatchOrNot;
  readonly priced: WorkloadPrice | undefined;
  readonly learned: LearnedWorkload;
}

/** What a reader should know of it, once each. */
function notesOn(
  parts: LookParts,
  target: ScanTarget,
  { vpa, compiled, patch, priced, learned: { withoutSamples, life } }: Judged,
): string[] {
  const { config, caches, lacking } = parts;
  const { ref, madeBy, notFollowed } = target;
  const { besideHpas } = withHpa.view(vpa, {
    settings: config,
    hpas: () => caches.hpasByTarget.targeting(ref),
  });
  return [
    ...new Set([
      ...(notFollowed === undefined ? [] : [notFollowed]),
      ...(lacking?.has(ref.namespace)
        ? ['a part of what it used is not known: the store did not tell all']
        : []),
      ...(life
        ? [
            `what was used before the roll-out at ${absoluteTime(life.sinceMs)}, which changed ${life.changed === 'image' ? 'images' : 'requests or limits'}, does not count: less is used since`,
          ]
        : []),
      ...(followsRss(target, parts) && !parts.rss?.of(target)?.length
        ? ['memory follows usage: nothing is known of it without page cache']
        : []),
      ...(madeBy ? [`${madeBy} makes it: change it there`] : []),
      ...(withoutSamples.size > 0 ? [`${noSamplesWords(withoutSamples)}: that stays as it is`] : []),
      ...(besideHpas === undefined ? [] : [besideHpas]),
      ...(priced?.unpriced
        ? [`money leaves out ${countOf(priced.unpriced, 'pod')} on nodes without a price`]
        : []),
      ...('why' in patch ? (compiled.recommendation?.size ? [patch.why] : []) : patch.workload.notes),
    ]),
  ];
}

/** Its patch, or why there is none. */
function patchFor(
  { ref: { kind }, workload, template }: ScanTarget,
  compiled: CompiledVpa,
  { forNewPods, nowMs }: { forNewPods: ForNewPodsOf; nowMs: number },
): PatchOrNot {
  const why = unpatchable(kind);
  if (why) return { why };
  if (!compiled.recommendation?.size) return { why: 'it recommends nothing yet' };
  return patchOfTemplate(compiled, forNewPods, {
    workload,
    template,
    kind,
    heading: `Requests of ${kind} ${workload.metadata.name} by a scan of what it used until ${new Date(nowMs).toISOString()}`,
    context: () => [],
  });
}
