import { type Selector, selectorFrom } from '../model/selector';
import { API_RESOURCES, apiVersionOf } from './resources';
import type { Workload } from './types';

/** The kinds of workload whose objects are cached and whose selectors are known by heart. */
export const WORKLOAD_KINDS = [
  'deployments',
  'statefulSets',
  'daemonSets',
  'replicaSets',
  'replicationControllers',
  'jobs',
  'cronJobs',
] as const;

export type WorkloadKind = (typeof WORKLOAD_KINDS)[number];

/** The workload kind that a reference means, whatever version it names; without an apiVersion the kind decides. */
export function workloadKindOf(apiVersion: string | undefined, kind: string): WorkloadKind | undefined {
  const group = apiVersion?.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return WORKLOAD_KINDS.find(
    (name) => API_RESOURCES[name].kind === kind && (!apiVersion || API_RESOURCES[name].group === group),
  );
}

/** The apiVersion to use for a reference that leaves it out. */
export function defaultApiVersion(kind: string): string {
  const name = workloadKindOf(undefined, kind);
  return name ? apiVersionOf(API_RESOURCES[name]) : 'v1';
}

/** Which pods a workload stands for, or why that cannot be said. */
export type SelectorFinding = { kind: 'selector'; selector: Selector } | { kind: 'unusable'; detail: string };

function fromLabels(labels: Record<string, string> | undefined, without: string): SelectorFinding {
  return labels && Object.keys(labels).length > 0
    ? { kind: 'selector', selector: selectorFrom({ matchLabels: labels }) }
    : { kind: 'unusable', detail: without };
}

/**
 * The selector of a workload. A CronJob has none of its own: as in the reference, the labels of its pod
 * template stand for it. One that would select every pod of the namespace counts as unusable.
 */
export function selectorOfWorkload(kind: WorkloadKind, { spec }: Workload): SelectorFinding {
  switch (kind) {
    case 'cronJobs':
      return fromLabels(spec.jobTemplate?.spec.template.metadata?.labels, 'its pod template has no labels');
    case 'replicationControllers':
      return fromLabels(
        (spec.selector as Record<string, string> | undefined) ?? spec.template?.metadata?.labels,
        'its selector is empty',
      );
    case 'deployments':
    case 'statefulSets':
    case 'daemonSets':
    case 'replicaSets':
    case 'jobs': {
      try {
        const selector = selectorFrom(spec.selector);
        return spec.selector && selector.length > 0
          ? { kind: 'selector', selector }
          : { kind: 'unusable', detail: 'its selector is empty' };
      } catch (error) {
        return { kind: 'unusable', detail: error instanceof Error ? error.message : String(error) };
      }
    }
  }
}
