import type { Config } from '../../config';
import type { PatchedWorkload, PatchFile } from '../../contract/patches';
import { approvalsOf } from '../../decide/features/approvals/rules';
import { scopeOf } from '../../decide/features/node-scope/scope';
import type { LeftAsStated } from '../../decide/new/left-as-stated';
import { statedAmounts } from '../../decide/new/pod-amounts';
import { type CapReason, capAnnotation } from '../../decide/pods/cap-reasons';
import { type CompiledVpa, recommendationIn } from '../../decide/pods/compiled-vpa';
import type { ContainerPlan } from '../../decide/pods/container-plan';
import { controlOf } from '../../decide/pods/controlling-vpa';
import { gitSourceOf } from '../../decide/pods/git-source';
import type { ContainerAmounts } from '../../decide/pods/proportions';
import { gatesOf } from '../../decide/pods/vpa-faults';
import { readVpa } from '../../decide/pods/vpa-reading';
import type { Runtime } from '../../host/runtime';
import { errorText } from '../../lib/report/errors';
import { podTemplateOf } from '../../objects/pod-template';
import { sizedContainers } from '../../objects/sized-containers';
import type { PodTemplateSpec, Workload } from '../../objects/types';
import { REQUESTED_RESOURCES } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { LEFT_REASONS } from '../../words/admission';
import { formatAmount, resourceName } from '../../words/amounts';
import { yamlText } from '../../words/yaml';
import { type ForNewPodsOf, forNewPodsOf } from '../reports/new-pods';
import type { ReportSources } from '../reports/sources';
import { targetWorkload } from '../reports/target-workload';
import { withHpasOf } from '../workloads/features-of';
import { patchFileName } from './file-name';
import { unpatchable, workloadPatch } from './workload-patch';

export interface PatchSources extends Omit<ReportSources, 'config' | 'cluster'> {
  readonly cluster: NonNullable<Runtime['cluster']>;
  readonly config: Config;
}

/** The patch of one VPA's target, or why there is none. */
export type PatchOrNot = { workload: PatchedWorkload; file(): PatchFile } | { why: string };

/** The patch that makes the target of a VPA state what its new pods would get. Never rejects. */
export async function patchOfVpa(sources: PatchSources, vpa: VerticalPodAutoscaler): Promise<PatchOrNot> {
  try {
    return await patchOf(sources, vpa);
  } catch (error) {
    return { why: errorText(error) };
  }
}

async function patchOf(sources: PatchSources, vpa: VerticalPodAutoscaler): Promise<PatchOrNot> {
  const { compiled, fault } = readVpa(vpa);
  if (fault) throw fault;
  const { name: own, target } = compiled;
  const stronger = strongerThan(sources, compiled);
  if (stronger !== undefined) return { why: `VPA ${stronger} acts on the pods of this target` };
  const refusal = unpatchable(target?.kind ?? 'nothing');
  if (!target || refusal) return { why: refusal ?? 'it has no target' };
  const workload = await targetWorkload(sources, compiled);
  const template = workload && podTemplateOf(workload);
  if (!template) return { why: 'its target has no template' };
  if (!recommendationIn(vpa)?.size) return { why: 'it recommends nothing yet' };
  return patchOfTemplate(compiled, forNewPodsOf(sources, compiled, template), {
    workload,
    template,
    kind: target.kind,
    heading: `Requests of ${target.kind} ${target.name} as VPA ${own} recommends them`,
    context: () => contextOf(sources, vpa),
  });
}

/** A workload to patch. */
export interface PatchTarget {
  readonly kind: string;
  readonly workload: Workload;
  readonly template: PodTemplateSpec;
  /** The first line of the patch. */
  readonly heading: string;
  /** What else makes something of the requests. */
  context(): string[];
}

/** What a patch states for a container: `app: CPU 163m instead of 100m, memory 250 MiB`. */
function statedWords(plan: ContainerPlan, stated: ContainerAmounts | undefined): string {
  const parts = REQUESTED_RESOURCES.flatMap((resource) => {
    const to = plan.requests[resource];
    if (to === undefined) return [];
    const from = stated?.requests[resource];
    const instead = from !== undefined && from !== to ? ` instead of ${formatAmount(resource, from)}` : '';
    return [`${resourceName(resource)} ${formatAmount(resource, to)}${instead}`];
  });
  return `${plan.name}: ${parts.join(', ')}`;
}

const NOT_CAPS: ReadonlySet<CapReason> = new Set(['no-original-limit', 'no-recommended-request']);

/** What holds amounts of a container back. */
function capComment({ name, notes }: ContainerPlan): string[] {
  return notes.filter(({ reason }) => !NOT_CAPS.has(reason)).map((note) => `${name}: ${capAnnotation(note)}`);
}

function leftWords({ container, resource, reason, autoscaler }: LeftAsStated): string {
  const who = autoscaler ? ` (${autoscaler})` : '';
  return `${container}: ${resourceName(resource)} stays as stated, because ${LEFT_REASONS[reason]}${who}`;
}

/**
 * The patch that makes a template state what its new pods would get, or why there is none.
 * @throws QuantityError naming an amount of the template that cannot be read
 */
export function patchOfTemplate(
  compiled: CompiledVpa,
  { plans, left, withheld }: ForNewPodsOf,
  { kind, workload, template, heading, context }: PatchTarget,
): PatchOrNot {
  const { namespace, name: own } = compiled;
  const { name } = workload.metadata;
  const stated = new Map(sizedContainers(template.spec).map((one) => [one.name, statedAmounts(one)]));
  const recommended = recommendationIn(compiled.vpa);
  const leftSentences = left.filter(({ container }) => recommended?.has(container)).map(leftWords);
  if (plans.length === 0)
    return { why: withheld ?? (leftSentences.join('; ') || 'it recommends nothing for its containers') };
  const notes = [...plans.flatMap(capComment), ...leftSentences, ...context()];
  const path = `${namespace}/${patchFileName(kind, name)}`;
  const git = gitSourceOf(workload);
  return {
    workload: {
      namespace,
      kind,
      name,
      vpa: own,
      path,
      states: plans.map((plan) => statedWords(plan, stated.get(plan.name))),
      notes,
      ...(git && { git }),
    },
    file: () => ({
      path,
      text:
        commented([heading, ...notes]) + yamlText(workloadPatch({ kind, namespace, name, template }, plans)),
    }),
  };
}

/** Another VPA that controls new pods of the same target. */
function strongerThan({ cluster, config }: PatchSources, { name, target }: CompiledVpa): string | undefined {
  const targeting = target ? cluster.caches.vpasByTarget.targeting(target) : [];
  if (targeting.length < 2) return undefined;
  const all = targeting.map((one) => readVpa(one).compiled);
  const { controlling } = controlOf(all, [], gatesOf(config));
  return controlling?.name === name ? undefined : controlling?.name;
}

function commented(lines: readonly string[]): string {
  return lines.map((line) => `# ${line.replaceAll(/\s+/g, ' ')}.\n`).join('');
}

/** What else makes something of the requests. */
function contextOf({ cluster, config }: PatchSources, vpa: VerticalPodAutoscaler): string[] {
  const { namespace = '', name } = vpa.metadata;
  const besideHpas = withHpasOf({ cluster, config }, namespace, name);
  const { rules, fault } = approvalsOf(vpa, config.approvals);
  return [
    ...(besideHpas === undefined ? [] : [besideHpas]),
    ...(scopeOf(vpa) === undefined ? [] : ['Nodes differ for this VPA; the patch is for all of them']),
    ...(rules || fault ? ['Changes of this VPA wait for an approval; the patch does not'] : []),
  ];
}
