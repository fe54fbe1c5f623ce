import { statedAmounts } from '../../admission/review/pod-amounts';
import { errorText } from '../../errors';
import { podTemplateOf } from '../../kube/pod-template';
import { conditionsOf } from '../../kube/vpa-status';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { capAnnotation } from '../../policy/cap-reasons';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { policyFor } from '../../policy/compiled-vpa';
import { forNewPods } from '../../policy/for-new-pods';
import { contestedByHpas } from '../../policy/hpa-claims';
import { effectiveLimits } from '../../policy/limit-bounds';
import { heldMode } from '../../policy/mode-before-stop';
import type { ContainerAmounts } from '../../policy/proportions';
import { type ContainerPlan, planResources } from '../../policy/resource-plan';
import { isServedNamespace } from '../../policy/served-namespaces';
import { readVpa } from '../../policy/vpa-reading';
import { compareTexts } from '../../words/natural-order';
import { type Asked, numberParam } from '../pages/list-query';
import { knowing, type ReportSources, stopReport } from './sources';
import type { ContainerReport, VpaReport, VpasView } from './views';

const PAGE_SIZE = 250;
const MOST_PAGES = 1_000_000;

/**
 * One page of the VPAs that are served, by namespace and name, with what each means for new pods.
 * @throws AppError `bad-request`, `forbidden` or `cluster-error`
 */
export async function vpaReports(sources: ReportSources, { params, reach }: Asked): Promise<VpasView> {
  const asked = numberParam(params, 'page', { usual: 1, most: MOST_PAGES });
  await knowing(sources);
  const { config, cluster } = sources;
  const vpas = [...cluster.caches.vpas.list(params.get('namespace') || undefined)]
    .filter(
      ({ metadata: { namespace = '' } }) => isServedNamespace(config, namespace) && reach.covers(namespace),
    )
    .sort(byPlace);
  const pages = Math.max(1, Math.ceil(vpas.length / PAGE_SIZE));
  const page = Math.min(asked, pages);
  const rows: VpaReport[] = [];
  for (const vpa of vpas.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE))
    rows.push(await vpaReport(sources, vpa));
  return { rows, all: vpas.length, page, pages };
}

function byPlace({ metadata: a }: VerticalPodAutoscaler, { metadata: b }: VerticalPodAutoscaler): number {
  return compareTexts(a.namespace ?? '', b.namespace ?? '') || compareTexts(a.name, b.name);
}

async function vpaReport(sources: ReportSources, vpa: VerticalPodAutoscaler): Promise<VpaReport> {
  const { compiled, fault } = readVpa(vpa);
  const { namespace, name, target } = compiled;
  const report = {
    namespace,
    name,
    mode: fault ? String(vpa.spec?.updatePolicy?.updateMode ?? 'Recreate') : compiled.mode,
    heldMode: heldMode(vpa),
    target: target && { kind: target.kind, name: target.name },
    conditions: conditionsOf(vpa.status).map(({ type, status, reason, message }) => ({
      type,
      status,
      reason,
      message,
    })),
    stop: stopReport(sources.stops, namespace, name),
  };
  try {
    if (fault) throw fault;
    return { ...report, containers: await containerReports(sources, compiled) };
  } catch (error) {
    return { ...report, fault: errorText(error), containers: [] };
  }
}

/** @throws Error naming what cannot be read */
async function containerReports(sources: ReportSources, vpa: CompiledVpa): Promise<ContainerReport[]> {
  const template = await templateOf(sources, vpa);
  const plans = new Map(plansFor(sources, vpa, template ?? []).map((plan) => [plan.name, plan]));
  const names = template ? template.map(({ name }) => name) : [...(vpa.recommendation?.keys() ?? [])];
  return names.map((name) => {
    const stated = template?.find((one) => one.name === name);
    const plan = plans.get(name);
    return {
      name,
      template: stated && { requests: stated.requests, limits: stated.limits },
      recommended: vpa.recommendation?.get(name),
      next: stated &&
        plan && {
          requests: { ...stated.requests, ...plan.requests },
          limits: { ...stated.limits, ...plan.limits },
        },
      notes: (plan?.notes ?? []).map(capAnnotation),
    };
  });
}

/** What the containers of the target's template state; undefined if there is no template to read. */
async function templateOf(
  { cluster }: ReportSources,
  { vpa, namespace }: CompiledVpa,
): Promise<ContainerAmounts[] | undefined> {
  const { targetRef } = vpa.spec;
  if (!targetRef) throw new Error('spec.targetRef names no object');
  const found = await cluster.targets.resolveTarget(namespace, targetRef);
  switch (found.kind) {
    case 'found': {
      const template = found.workload && podTemplateOf(found.workload);
      return template?.spec.containers.map(statedAmounts);
    }
    case 'missing':
      throw new Error(`spec.targetRef: ${targetRef.kind} ${targetRef.name} does not exist`);
    case 'unsupported':
      throw new Error(`spec.targetRef: ${found.detail}`);
    case 'not-topmost':
      throw new Error(`spec.targetRef: ${found.by.kind} ${found.by.name} owns it; target that instead`);
    case 'failed':
      throw found.error;
  }
}

/** What a new pod would state if the VPA acted on it, whatever its mode. */
function plansFor(
  { cluster: { caches }, config }: ReportSources,
  vpa: CompiledVpa,
  containers: readonly ContainerAmounts[],
): ContainerPlan[] {
  const { namespace, recommendation, target } = vpa;
  const hpas = target && config.respectConflicts ? caches.hpasByTarget.targeting(target) : [];
  const contested = contestedByHpas(forNewPods(vpa, recommendation, hpas).claims);
  const limits = effectiveLimits([...caches.limitRanges.list(namespace)]);
  const acting: CompiledVpa = { ...vpa, mode: 'Initial' };
  const options = { startupBoost: false, scaled: 'controlled', ...(contested && { contested }) } as const;
  return planResources(containers, acting, recommendation, limits, options).filter(
    ({ name }) => !policyFor(vpa, name)?.off,
  );
}
