import type { ContainerPlan } from '../../decide/pods/container-plan';
import { writtenList } from '../../decide/pods/written-amounts';
import { API_RESOURCES, apiVersionOf } from '../../objects/resources';
import type { PodSpec } from '../../objects/types';
import { targetedKindOf, type WorkloadKind } from '../../objects/workload-kinds';

interface Resources {
  requests?: Record<string, string>;
  limits?: Record<string, string>;
}

/** The workload that is patched. */
export interface Patched {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** What its pods are made from; the names are what counts. */
  readonly template: { readonly spec: Pick<PodSpec, 'containers' | 'initContainers'> };
}

/** Why a kind gets no patch; undefined if it gets one. */
export function unpatchable(kind: string): string | undefined {
  switch (targetedKindOf(kind)) {
    case undefined:
      return `it targets a ${kind}, whose pods come from no template that a patch could change`;
    case 'jobs':
      return 'it targets a Job, whose pods cannot change once it exists';
    default:
      return undefined;
  }
}

/**
 * A strategic merge patch that makes a workload state `plans`: containers merge by name, and what a plan does not
 * state stays as it is. A list of which something changes names all its containers in their order, since Kustomize
 * puts those that a patch names first (kustomize v5.8 `kyaml/yaml/merge2`), and init containers run in order.
 * @throws RangeError for a kind that gets no patch
 */
export function workloadPatch(
  { kind, namespace, name, template }: Patched,
  plans: readonly ContainerPlan[],
): object {
  const resource = targetedKindOf(kind);
  if (!resource || resource === 'jobs') throw new RangeError(`no patch for a ${kind}`);
  const changes = new Map(plans.map((plan) => [plan.name, resourcesOf(plan)]));
  const listed = (all: readonly { name: string }[] = []) =>
    all.some((one) => changes.has(one.name))
      ? all.map((one) => ({ name: one.name, resources: changes.get(one.name) }))
      : undefined;
  const containers = listed(template.spec.containers);
  const initContainers = listed(template.spec.initContainers);
  return {
    apiVersion: apiVersionOf(API_RESOURCES[resource]),
    kind,
    metadata: { name, namespace },
    spec: aroundTemplate(resource, { spec: { containers, initContainers } }),
  };
}

function aroundTemplate(kind: WorkloadKind, template: object): object {
  return kind === 'cronJobs' ? { jobTemplate: { spec: { template } } } : { template };
}

function resourcesOf(plan: ContainerPlan): Resources {
  const [requests, limits] = [writtenList(plan.requests), writtenList(plan.limits)];
  return {
    ...(Object.keys(requests).length > 0 && { requests }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}
