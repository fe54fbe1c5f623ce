import { errorText } from '../lib/report/errors';
import { API_RESOURCES } from './resources';
import { type Selector, selectorFrom } from './selector';
import type { Workload } from './types';

/** The cached workload kinds, whose selectors are well known. */
export const WORKLOAD_KINDS = [
  'deployments',
  'statefulSets',
  'daemonSets',
  'replicaSets',
  'replicationControllers',
  'jobs',
  'cronJobs',
] as const;

/** Jobs of their own run once: a VPA comes too late for them. */
export const LASTING_KINDS = [
  'deployments',
  'statefulSets',
  'daemonSets',
  'replicaSets',
  'replicationControllers',
  'cronJobs',
] as const satisfies readonly WorkloadKind[];

export type WorkloadKind = (typeof WORKLOAD_KINDS)[number];

/** The group in an apiVersion; the core group is `''`. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

const BY_KIND = new Map<string, WorkloadKind>(WORKLOAD_KINDS.map((name) => [API_RESOURCES[name].kind, name]));

/** The workload kind a targetRef names: the kind alone decides, whatever its apiVersion. */
export function targetedKindOf(kind: string): WorkloadKind | undefined {
  return BY_KIND.get(kind);
}

/**
 * The workload kind of an existing object, as an owner reference names it. Kubernetes' own groups, past ones
 * included, have no dot in their name; the same kind in any other group is a different kind.
 */
export function workloadKindOf(apiVersion: string | undefined, kind: string): WorkloadKind | undefined {
  const name = BY_KIND.get(kind);
  return name && !groupOf(apiVersion ?? '').includes('.') ? name : undefined;
}

/** The pods of a workload, or why they cannot be determined. */
export type SelectorLookup = { kind: 'selector'; selector: Selector } | { kind: 'unusable'; detail: string };

function fromLabels(labels: Record<string, string> | undefined, without: string): SelectorLookup {
  return labels && Object.keys(labels).length > 0
    ? { kind: 'selector', selector: selectorFrom({ matchLabels: labels }) }
    : { kind: 'unusable', detail: without };
}

/**
 * The selector of a workload. A CronJob has none of its own: as in the reference, the labels of its pod
 * template are used. One that would select every pod of the namespace counts as unusable.
 */
export function selectorOfWorkload(kind: WorkloadKind, { spec }: Workload): SelectorLookup {
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
        return { kind: 'unusable', detail: errorText(error) };
      }
    }
  }
}
