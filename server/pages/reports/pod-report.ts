import type { Trials } from '../../admission/trials';
import { boundsByNamespace } from '../../cluster/bounds-by-namespace';
import type { PodContainerReport, PodReport } from '../../contract/reports';
import { amountsNow } from '../../decide/new/pod-amounts';
import { capAnnotation } from '../../decide/pods/cap-reasons';
import { type CompiledVpa, policyFor } from '../../decide/pods/compiled-vpa';
import { controlOf, type PodControl } from '../../decide/pods/controlling-vpa';
import {
  OBSERVED_ANNOTATION,
  RESIZED_AT_ANNOTATION,
  UPDATES_ANNOTATION,
} from '../../decide/pods/pod-annotations';
import { fitRecommended, podLevelAmounts } from '../../decide/pods/pod-resources';
import { capRecommendation } from '../../decide/pods/resource-plan';
import { isServedNamespace } from '../../decide/pods/served-namespaces';
import { gatesOf } from '../../decide/pods/vpa-faults';
import { readVpa } from '../../decide/pods/vpa-reading';
import type { Runtime } from '../../host/runtime';
import { AppError } from '../../lib/report/errors';
import type { OwnerRef } from '../../objects/owners';
import { podGroupRef } from '../../objects/target-key';
import type { Pod } from '../../objects/types';
import type { UpdaterHandle } from '../../updater';
import { unchangedSentence } from '../../words/admission';
import type { Uncontrolled } from '../../words/pod-control';
import { withHpasOf } from '../workloads/features-of';
import { plannedFor } from './new-pods';
import { knowing, type ReportSources, stopReport } from './sources';

interface PodSources extends ReportSources, Pick<Runtime, 'cluster' | 'config'> {
  readonly cluster: NonNullable<Runtime['cluster']>;
  readonly config: Runtime['config'];
  /** The plan that people see, if an updater runs here. */
  readonly shown?: UpdaterHandle['shown'] | undefined;
  trials(): Promise<Pick<Trials, 'wouldGet'>>;
}

/**
 * Which VPA controls a pod or why none does, what it requests against what is recommended, and what the
 * updater does with it.
 * @throws AppError `not-found`, `forbidden` or `cluster-error`
 */
export async function podReport(sources: PodSources, namespace: string, name: string): Promise<PodReport> {
  await knowing(sources);
  const { cluster, stops } = sources;
  const pod = cluster.caches.pods.get(namespace, name);
  if (!pod) throw new AppError('not-found', `Pod ${namespace}/${name}`);
  const { controller, named, why, detail, control } = await controlFor(sources, pod);
  const acting = control.acts ? control.controlling : undefined;
  const annotations = pod.metadata.annotations ?? {};
  return {
    namespace,
    name,
    phase: pod.status?.phase ?? 'Unknown',
    node: pod.spec.nodeName,
    controller,
    control: acting
      ? { kind: 'vpa', name: acting.name, mode: acting.mode }
      : { kind: 'none', why: why ?? (named.length > 0 ? 'mode-off' : 'no-vpa'), detail },
    others: named.filter((one) => one !== acting).map((one) => ({ name: one.name, mode: one.mode })),
    stop: control.controlling && stopReport(stops, namespace, control.controlling.name),
    containers: await containersOf(sources, pod, control.controlling),
    admission: {
      updates: annotations[UPDATES_ANNOTATION],
      observedContainers: annotations[OBSERVED_ANNOTATION],
      resizedAt: annotations[RESIZED_AT_ANNOTATION],
    },
    hpas: control.controlling && withHpasOf(sources, namespace, control.controlling.name),
    plan: control.controlling && (await planOf(sources, pod, control.controlling)),
  };
}

interface Found {
  controller?: { kind: string; name: string };
  /** All VPAs that name the pod: its workload, or a PodGroup that selects it. */
  named: readonly CompiledVpa[];
  control: PodControl;
  why?: Uncontrolled;
  detail?: string;
}

const NOBODY: PodControl = { candidates: [], acts: false };

async function controlFor({ cluster, config }: PodSources, { metadata }: Pod): Promise<Found> {
  const { namespace = '', labels, ownerReferences } = metadata;
  if (!isServedNamespace(config, namespace)) return { named: [], control: NOBODY, why: 'not-served' };
  const { caches, targets } = cluster;
  const top = await targets.resolveTopmost(namespace, ownerReferences);
  const controller = top.kind === 'controller' ? top.ref : undefined;
  const targeting = (target: OwnerRef) =>
    caches.vpasByTarget.targeting(target).map((vpa) => readVpa(vpa).compiled);
  const own = controller ? targeting(controller) : [];
  const ofGroups = caches.podGroupsByLabels
    .selecting(namespace, labels)
    .flatMap((name) => targeting(podGroupRef(namespace, name)));
  const found = {
    controller: controller && { kind: controller.kind, name: controller.name },
    named: [...own, ...ofGroups],
    control: controlOf(own, ofGroups, gatesOf(config)),
  };
  if (found.named.length > 0) return found;
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

/** @throws AppError `cluster-error` if the pod has an amount that cannot be read */
async function containersOf(
  { cluster: { caches }, trials }: PodSources,
  pod: Pod,
  vpa: CompiledVpa | undefined,
): Promise<PodContainerReport[]> {
  const { namespace = '' } = pod.metadata;
  const ordinary = pod.spec.containers.length;
  const containers = amountsNow(pod);
  const { limits } = boundsByNamespace(caches).limits(namespace);
  const whole = podLevelAmounts(pod.spec);
  const inRange = vpa?.recommendation && capRecommendation(containers, vpa, vpa.recommendation, limits);
  const capped = inRange && whole ? fitRecommended(inRange, containers, whole) : inRange;
  const anew = vpa && (await (await trials()).wouldGet(namespace, pod));
  const { decision, left } = (anew?.kind === 'from-vpa' && anew.newPod) || {};
  const leftOf = left?.() ?? [];
  return containers.map(({ name, requests, limits: stated }, index) => {
    const own = policyFor(vpa ?? NO_VPA, name)?.off ? undefined : capped?.[index];
    const uncappedTarget = vpa?.recommendation?.get(name)?.uncappedTarget;
    const patched = decision?.kind === 'patched' ? decision : undefined;
    const plan = patched?.plans.find((one) => one.name === name);
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
      newPod: patched && plannedFor(name, patched),
      left: leftOf
        .filter((one) => one.container === name)
        .map(({ resource, reason }) => ({ resource, reason })),
      ...(decision?.kind === 'unchanged' && {
        withheld: decision.detail ?? unchangedSentence(decision.reason),
      }),
      notes: (plan?.notes ?? own?.notes ?? []).map(capAnnotation),
    };
  });
}

const NO_VPA = { policies: new Map<string, never>() };

async function planOf(
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
