import type { PodSpec, ResourceQuota } from '../../objects/types';
import type { PlannedAmount } from './pod-sum';
import { podQos, type QosClass } from './qos-class';

/** One condition on the pods that a quota counts. */
export interface QuotaScope {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly string[];
}

type Stated = Pick<PodSpec, 'containers' | 'initContainers' | 'resources' | 'priorityClassName'> &
  Partial<Pick<PodSpec, 'activeDeadlineSeconds' | 'affinity'>>;

/** The scopes of a quota, of both its fields; all must hold. */
export function scopesOf({ spec }: Pick<ResourceQuota, 'spec'>): QuotaScope[] {
  const named = (spec?.scopes ?? []).map((name): QuotaScope => ({ name, operator: 'Exists', values: [] }));
  const selected = (spec?.scopeSelector?.matchExpressions ?? []).map(
    ({ scopeName, operator, values }): QuotaScope => ({ name: scopeName, operator, values: values ?? [] }),
  );
  return [...named, ...selected];
}

/**
 * Those of some amounts of quotas that count a pod, by its scopes as the API server matches them (quota/v1/evaluator,
 * pods.go, podMatchesScopeFunc).
 * @param planned what its containers are to state: a pod that states anything is no longer BestEffort
 */
export function countingPod<Of extends { readonly scopes?: readonly QuotaScope[] }>(
  quotas: readonly Of[],
  spec: Stated,
  planned?: PlannedAmount,
): readonly Of[] {
  if (!quotas.some(({ scopes }) => scopes)) return quotas;
  let qos: QosClass | undefined;
  const qosOf = () => {
    qos ??= podQos(spec, planned);
    return qos;
  };
  return quotas.filter(({ scopes = [] }) => scopes.every((scope) => holds(scope, spec, qosOf)));
}

function holds({ name, operator, values }: QuotaScope, spec: Stated, qosOf: () => QosClass): boolean {
  switch (name) {
    case 'Terminating':
      return spec.activeDeadlineSeconds !== undefined && spec.activeDeadlineSeconds !== null;
    case 'NotTerminating':
      return spec.activeDeadlineSeconds === undefined || spec.activeDeadlineSeconds === null;
    case 'BestEffort':
      return qosOf() === 'BestEffort';
    case 'NotBestEffort':
      return qosOf() !== 'BestEffort';
    case 'PriorityClass':
      return isAmong(spec.priorityClassName || undefined, operator, values);
    case 'CrossNamespacePodAffinity':
      return reachesOtherNamespaces(spec.affinity);
    default:
      // Of claims, or of a later Kubernetes: none that a pod of today has.
      return false;
  }
}

function isAmong(value: string | undefined, operator: string, values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'DoesNotExist':
      return value === undefined;
    default:
      return value !== undefined;
  }
}

/** Whether a term of its affinity between pods names namespaces; whatever else stands there is not read. */
function reachesOtherNamespaces(affinity: unknown): boolean {
  if (typeof affinity !== 'object' || affinity === null) return false;
  return Object.entries(affinity).some(([key, value]) =>
    key === 'namespaces'
      ? Array.isArray(value) && value.length > 0
      : key === 'namespaceSelector'
        ? value !== null && value !== undefined
        : key !== 'nodeAffinity' && reachesOtherNamespaces(value),
  );
}
