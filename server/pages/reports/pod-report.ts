import { statedAmounts } from '../../admission/review/pod-amounts';
import type { PodContainerReport, PodReport } from '../../contract/reports';
import { AppError } from '../../errors';
import type { Runtime } from '../../host/runtime';
import { sizedContainers } from '../../kube/sized-containers';
import { podGroupRef } from '../../kube/target-key';
import type { Pod } from '../../kube/types';
import { capAnnotation } from '../../policy/cap-reasons';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { actsOnNewPods, actsOnRunningPods, controllingVpa } from '../../policy/controlling-vpa';
import { effectiveLimits } from '../../policy/limit-bounds';
import { OBSERVED_ANNOTATION, RESIZED_AT_ANNOTATION, UPDATES_ANNOTATION } from '../../policy/pod-annotations';
import { capRecommendation } from '../../policy/resource-plan';
import { isServedNamespace } from '../../policy/served-namespaces';
import { gatesOf } from '../../policy/vpa-faults';
import { readVpa } from '../../policy/vpa-reading';
import type { UpdaterHandle } from '../../updater';
import type { Uncontrolled } from '../../words/pod-control';
import { besideHpasOf } from '../workloads/features-of';
import { knowing, type ReportSources, stopReport } from './sources';

interface PodSources extends ReportSources, Pick<Runtime, 'cluster' | 'config'> {
  readonly cluster: NonNullable<Runtime['cluster']>;
  readonly config: Runtime['config'];
  /** The plan that people see, if an updater runs here. */
  readonly shown?: UpdaterHandle['shown'] | undefined;
}

/**
 * Which VPA controls a pod or why none does, what it requests against what is recommended, and what the
 * updater does with it.
 * @throws AppError `not-found`, `forbidden` or `cluster-error`
 */
export async function podReport(sources: PodSources, namespace: string, name: string): Promise<PodReport> {
  await knowing(sources);
  const { cluster, config, stops } = sources;
  const pod = cluster.caches.pods.get(namespace, name);
  if (!pod) throw new AppError('not-found', `Pod ${namespace}/${name}`);
  const { controller, candidates, why, detail } = await candidatesFor(sources, pod);
  const acting = controllingVpa(candidates, (vpa) => acts(vpa, config));
  const shownVpa = acting ?? candidates[0];
  const annotations = pod.metadata.annotations ?? {};
  return {
    namespace,
    name,
    phase: pod.status?.phase ?? 'Unknown',
    node: pod.spec.nodeName,
    controller,
    control: acting
      ? { kind: 'vpa', name: acting.name, mode: acting.mode }
      : { kind: 'none', why: why ?? (candidates.length > 0 ? 'mode-off' : 'no-vpa'), detail },
    others: candidates.filter((one) => one !== acting).map((one) => ({ name: one.name, mode: one.mode })),
    stop: shownVpa && stopReport(stops, namespace, shownVpa.name),
    containers: containersOf(sources, pod, shownVpa),
    admission: {
      updates: annotations[UPDATES_ANNOTATION],
      observedContainers: annotations[OBSERVED_ANNOTATION],
      resizedAt: annotations[RESIZED_AT_ANNOTATION],
    },
    hpas: shownVpa && besideHpasOf(sources, namespace, shownVpa.name),
    plan: shownVpa && (await plannedFor(sources, pod, shownVpa)),
  };
}

/** A VPA in mode Initial acts on new pods alone, and controls the pod all the same. */
function acts(vpa: CompiledVpa, config: Runtime['config']): boolean {
  const gates = gatesOf(config);
  return actsOnNewPods(vpa, gates) || actsOnRunningPods(vpa, gates);
}

interface Found {
  controller?: { kind: string; name: string };
  candidates: CompiledVpa[];
  why?: Uncontrolled;
  detail?: string;
}

async function candidatesFor({ cluster, config }: PodSources, { metadata }: Pod): Promise<Found> {
  const { namespace = '', labels, ownerReferences } = metadata;
  if (!isServedNamespace(config, namespace)) return { candidates: [], why: 'not-served' };
  const { caches, targets } = cluster;
  const top = await targets.resolveTopmost(namespace, ownerReferences);
  const controller = top.kind === 'controller' ? top.ref : undefined;
  const groups = caches.podGroupsByLabels.selecting(namespace, labels);
  const candidates = [
    ...(controller ? [controller] : []),
    ...groups.map((name) => podGroupRef(namespace, name)),
  ]
    .flatMap((target) => caches.vpasByTarget.targeting(target))
    .map((vpa) => readVpa(vpa).compiled);
  const found = { controller: controller && { kind: controller.kind, name: controller.name }, candidates };
  if (candidates.length > 0) return found;
  switch (top.kind) {
    case 'none':
      return { ...found, why: 'no-controller' };
    case 'missing':
      return { ...found, why: 'controller-missing', detail: `${top.ref.kind} ${top.ref.name}` };
    case 'failed':
      return { ...found, why: 'controller-unknown', detail: top.error.message };
    case 'controller':
      return found;
  }
}

/** @throws AppError `cluster-error` if the pod or a LimitRange has an amount that cannot be read */
function containersOf(
  { cluster: { caches } }: PodSources,
  pod: Pod,
  vpa: CompiledVpa | undefined,
): PodContainerReport[] {
  const ordinary = pod.spec.containers.length;
  const containers = sizedContainers(pod.spec).map(statedAmounts);
  const limits = effectiveLimits([...caches.limitRanges.list(pod.metadata.namespace)]);
  const capped = vpa?.recommendation
    ? capRecommendation(containers, vpa, vpa.recommendation, limits)
    : undefined;
  return containers.map(({ name, requests, limits: stated }, index) => {
    const own = capped?.[index];
    const uncappedTarget = vpa?.recommendation?.get(name)?.uncappedTarget;
    return {
      name,
      ...(index >= ordinary && { isSidecar: true }),
      now: { requests, limits: stated },
      recommended: own && {
        target: own.target,
        lowerBound: own.lowerBound,
        upperBound: own.upperBound,
        uncappedTarget,
      },
      notes: (own?.notes ?? []).map(capAnnotation),
    };
  });
}

async function plannedFor(
  { shown }: PodSources,
  { metadata: { uid } }: Pod,
  vpa: CompiledVpa,
): Promise<PodReport['plan']> {
  if (shown && !shown.isFilled) await shown.refresh();
  const plan = shown?.latest?.plan;
  const whole = plan?.vpas.find(({ name, namespace }) => name === vpa.name && namespace === vpa.namespace);
  const own = whole?.pods.find((pod) => pod.uid === uid);
  if (!plan || !own) return undefined;
  const { decision, reasons, awaits, notBeforeMs, changes } = own;
  return { atMs: plan.atMs, decision, reasons, awaits, notBeforeMs, changes };
}
