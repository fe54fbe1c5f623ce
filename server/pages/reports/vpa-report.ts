import type { ContainerReport, VpaReport, VpasView } from '../../contract/reports';
import { statedAmounts } from '../../decide/new/pod-amounts';
import { capAnnotation } from '../../decide/pods/cap-reasons';
import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { heldMode } from '../../decide/pods/mode-before-stop';
import { isServedNamespace } from '../../decide/pods/served-namespaces';
import { readVpa } from '../../decide/pods/vpa-reading';
import { errorText } from '../../lib/report/errors';
import { podTemplateOf } from '../../objects/pod-template';
import { isNativeSidecar, sizedContainers } from '../../objects/sized-containers';
import { vpaConditions } from '../../objects/vpa-conditions';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { compareTexts } from '../../words/natural-order';
import { type ListRequest, numberParam } from '../list-query';
import { type ForNewPodsOf, forNewPodsOf, plannedFor } from './new-pods';
import { knowing, type ReportSources, stopReport } from './sources';
import { targetWorkload } from './target-workload';

const NOTHING: ForNewPodsOf = { plans: [], limitTargets: new Map(), left: [] };
const PAGE_SIZE = 250;
const MOST_PAGES = 1_000_000;

/**
 * One page of the VPAs that are served, by namespace and name, with what each means for new pods.
 * @throws AppError `bad-request`, `forbidden` or `cluster-error`
 */
export async function vpaReports(sources: ReportSources, { params, reach }: ListRequest): Promise<VpasView> {
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

/** What one VPA means for new pods. Never rejects: what cannot be read is told as `fault`. */
export async function vpaReport(sources: ReportSources, vpa: VerticalPodAutoscaler): Promise<VpaReport> {
  const { compiled, fault } = readVpa(vpa);
  const { namespace, name, target } = compiled;
  const report = {
    namespace,
    name,
    mode: fault ? String(vpa.spec?.updatePolicy?.updateMode ?? 'Recreate') : compiled.mode,
    heldMode: heldMode(vpa),
    target: target && { kind: target.kind, name: target.name },
    conditions: vpaConditions(vpa.status).map(({ type, status, reason, message }) => ({
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
  const workload = await targetWorkload(sources, vpa);
  const template = workload && podTemplateOf(workload);
  const { left, ...planned } = template ? forNewPodsOf(sources, vpa, template) : NOTHING;
  const containers = template && sizedContainers(template.spec);
  const names = containers?.map(({ name }) => name) ?? [...(vpa.recommendation?.keys() ?? [])];
  return names.map((name) => {
    const container = containers?.find((one) => one.name === name);
    const stated = container && statedAmounts(container);
    const next = plannedFor(name, planned);
    return {
      name,
      ...(container && isNativeSidecar(container) && { isSidecar: true }),
      template: stated && { requests: stated.requests, limits: stated.limits },
      recommended: vpa.recommendation?.get(name),
      next: stated &&
        next && {
          requests: { ...stated.requests, ...next.requests },
          limits: { ...stated.limits, ...next.limits },
        },
      left: left
        .filter((one) => one.container === name)
        .map(({ resource, reason }) => ({ resource, reason })),
      notes: (planned.plans.find((one) => one.name === name)?.notes ?? []).map(capAnnotation),
    };
  });
}
