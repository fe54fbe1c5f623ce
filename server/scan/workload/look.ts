import type { Config } from '../../config';
import type { PatchedWorkload, PatchFile } from '../../contract/patches';
import { withHpa } from '../../features/with-hpa';
import type { ClusterCaches } from '../../kube/caches';
import type { UpdateMode, VerticalPodAutoscaler } from '../../kube/vpa-types';
import type { ClusterState } from '../../model/cluster-state';
import { RESOURCES, type Resource } from '../../model/units';
import { type PatchOrNot, patchOfTemplate } from '../../pages/patches/patch-of-vpa';
import { unpatchable } from '../../pages/patches/workload-patch';
import { type ForNewPodsOf, forNewPodsOf } from '../../pages/reports/new-pods';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { effectiveAmounts } from '../../policy/effective-amounts';
import { servingRecommender } from '../../policy/serving-recommender';
import { vpaInOff } from '../../policy/vpa-in-off';
import { readVpa } from '../../policy/vpa-reading';
import type { PodRoom } from '../../recommender/recommend/node-room';
import type { TimeSpan } from '../../usage/source';
import { compareTexts } from '../../words/natural-order';
import type { ScanTarget } from '../cluster/targets';
import { changeOf, findingOf, requestedBy } from '../core/findings';
import { moneyOf } from '../core/sums';
import type { Happened } from '../past/happened';
import type { KnownPast, KnownSeries } from '../past/known-past';
import type { ScannedContainer, ScannedWorkload, UsedAmounts } from '../report';
import { learned } from './learning';
import { chartOf, recordedTarget, replayedCosts } from './replaying';
import { usedBy } from './usage';

/** What a scan knows when it looks at workloads. */
export interface LookParts {
  readonly config: Config;
  readonly caches: ClusterCaches;
  /** The end of the period. */
  readonly nowMs: number;
  readonly span: TimeSpan;
  readonly past: KnownPast;
  readonly happened: Happened;
  /** A recommender for all, whatever VPAs say. */
  readonly recommender?: string | undefined;
  /** The mode of a replay where no VPA says one. */
  readonly mode: UpdateMode;
  readonly replays: boolean;
  roomOf(target: ScanTarget): PodRoom | undefined;
  /** Gives the model what checkpoints of this VPA know; there are none where there is a past. */
  loadCheckpoints?(state: ClusterState, vpa: VerticalPodAutoscaler): void;
}

/** A workload as it was found, and its patch. */
export interface Looked {
  readonly workload: ScannedWorkload;
  readonly patch?: { readonly workload: PatchedWorkload; readonly file: PatchFile };
}

/** @throws Error that says why the workload cannot be judged */
export async function lookAt(parts: LookParts, target: ScanTarget): Promise<Looked> {
  const { config, caches, past, span, nowMs } = parts;
  const { ref, template, replicas } = target;
  const vpa = vpaFor(parts, target);
  const series = past.matching(ref.namespace, target.selector);
  const pods = new Set([
    ...series.map(({ container }) => container.pod),
    ...target.pods.map(({ metadata }) => metadata.name),
  ]);
  const recommender = servingRecommender(vpa, config) ?? 'default';
  const own = learned(parts, vpa, target, { stepMs: past.stepMs, series }, (state) =>
    parts.loadCheckpoints?.(state, vpa),
  );
  const { compiled, fault } = readVpa({ ...vpa, status: { recommendation: own.recommendation } });
  if (fault) throw fault;
  const forNewPods = forNewPodsOf({ cluster: { caches }, config }, compiled, template);
  const containers = template.spec.containers.map((container): ScannedContainer => {
    const { name } = container;
    const now = effectiveAmounts(container);
    const plan = forNewPods.plans.find((one) => one.name === name);
    const target = compiled.recommendation?.get(name)?.target;
    return {
      name,
      now: { requests: now.requests, limits: now.limits },
      used: usedIn(
        series.filter((one) => one.container.container === name),
        span,
        past.stepMs,
      ),
      ...parts.happened.of(ref.namespace, pods, name),
      confidenceDays: own.confidenceOf(name),
      ...(target && { target }),
      ...(plan && {
        next: {
          requests: { ...now.requests, ...plan.requests },
          limits: { ...now.limits, ...plan.limits },
        },
      }),
      why: target ? own.why(name) : {},
    };
  });
  const { requests, next } = requestedBy(containers, replicas);
  const recorded = series.length > 0 ? await recordedTarget(past.source(series), span, target) : undefined;
  const replayed =
    recorded && parts.replays ? replayedCosts(recorded, replayedVpa(parts, vpa), config) : undefined;
  const price = config.prices?.base;
  const patch = patchFor(target, compiled, { forNewPods, nowMs });
  const hpas = withHpa.view(vpa, { settings: config, hpas: () => caches.hpasByTarget.targeting(ref) });
  const found = {
    namespace: ref.namespace,
    kind: ref.kind,
    name: ref.name,
    replicas,
    ...(target.vpa && {
      vpa: { name: target.vpa.metadata.name, mode: readVpa(target.vpa).compiled.mode },
    }),
    recommender,
    containers,
    requests,
    next,
    ...changeOf(requests, next),
    ...(price && { money: moneyOf(requests, next, price) }),
    ...(replayed && { replayed }),
    notes: [
      ...(target.madeBy ? [`${target.madeBy} makes it: change it there`] : []),
      ...(hpas.besideHpas === undefined ? [] : [hpas.besideHpas]),
      ...('why' in patch ? (compiled.recommendation?.size ? [patch.why] : []) : patch.workload.notes),
    ],
    ...(recorded && { chart: chartOf(recorded) }),
  };
  const notes = [...new Set(found.notes)];
  return {
    workload: { ...found, notes, finding: findingOf(found) },
    ...(!('why' in patch) && { patch }),
  };
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

/** The VPA on it, or one that would be; it chooses the recommender that was asked for. */
function vpaFor({ recommender }: LookParts, { vpa, ref }: ScanTarget): VerticalPodAutoscaler {
  const own = vpa ?? vpaInOff(ref, ref.name);
  if (recommender === undefined) return own;
  const { annotations: _, ...metadata } = own.metadata;
  return { ...own, metadata, spec: { ...own.spec, recommenders: [{ name: recommender }] } };
}

/** With the mode in which a replay tries it. */
function replayedVpa({ mode }: LookParts, vpa: VerticalPodAutoscaler): VerticalPodAutoscaler {
  const { updateMode } = vpa.spec.updatePolicy ?? {};
  if (updateMode && updateMode !== 'Off') return vpa;
  return {
    ...vpa,
    spec: { ...vpa.spec, updatePolicy: { minReplicas: 1, ...vpa.spec.updatePolicy, updateMode: mode } },
  };
}

function usedIn(
  series: readonly KnownSeries[],
  { fromMs, toMs }: TimeSpan,
  stepMs: number,
): Partial<Record<Resource, UsedAmounts>> {
  const steps = { fromStep: Math.ceil(fromMs / stepMs), toStep: Math.ceil(toMs / stepMs) };
  const used: Partial<Record<Resource, UsedAmounts>> = {};
  for (const resource of RESOURCES) {
    const amounts = usedBy(series, resource, steps);
    if (amounts) used[resource] = amounts;
  }
  return used;
}

/** By namespace, kind and name. */
export function inOrder(targets: readonly ScanTarget[]): ScanTarget[] {
  const keyOf = ({ ref: { namespace, kind, name } }: ScanTarget) => `${namespace}/${kind}/${name}`;
  return [...targets].sort((a, b) => compareTexts(keyOf(a), keyOf(b)));
}
