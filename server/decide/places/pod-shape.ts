import { LRUCache } from 'lru-cache';
import { isJsonObject } from '../../objects/json-object';
import { controllerOf } from '../../objects/owners';
import type { NodeSelectorTerm, Pod, PodSpec, Taint, Toleration } from '../../objects/types';
import type { NodeAccount } from './node-account';

/** What decides which nodes a pod may use; the same object for pods that are alike in it. */
export interface PodShape {
  readonly selector: Readonly<Record<string, string>>;
  /** One of them must hold; absent if the pod requires nothing. */
  readonly terms?: readonly NodeSelectorTerm[];
  readonly tolerations: readonly Toleration[];
}

const MOST_SHAPES = 2_000;

const byKey = new LRUCache<string, PodShape>({ max: MOST_SHAPES });
const byPod = new WeakMap<Pod, PodShape>();

export function shapeOf(pod: Pod): PodShape {
  let shape = byPod.get(pod);
  if (!shape) {
    shape = shared(pod.spec);
    byPod.set(pod, shape);
  }
  return shape;
}

/** What cannot be read asks for nothing: a wrong field of one pod must not cost those beside it. */
function shared(spec: PodSpec | null): PodShape {
  const { nodeSelector, affinity, tolerations } = spec ?? ({} as Partial<PodSpec>);
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const stated = {
    selector: isJsonObject(nodeSelector) ? nodeSelector : {},
    terms: Array.isArray(required) ? objectsIn(required).map(readTerm) : undefined,
    tolerations: objectsIn(tolerations),
  };
  const key = JSON.stringify(stated);
  let shape = byKey.get(key);
  if (!shape) {
    shape = stated;
    byKey.set(key, shape);
  }
  return shape;
}

function readTerm({ matchExpressions, matchFields }: NodeSelectorTerm): Required<NodeSelectorTerm> {
  const readable = (list: NodeSelectorTerm['matchFields']) =>
    objectsIn(list).map(({ values, ...one }) => ({ ...one, values: Array.isArray(values) ? values : [] }));
  return { matchExpressions: readable(matchExpressions), matchFields: readable(matchFields) };
}

function objectsIn<T extends object>(list: readonly T[] | undefined): T[] {
  return Array.isArray(list) ? list.filter((one: T) => isJsonObject(one)) : [];
}

/** Whether every node runs its pod: the successor of one has no other place. */
export function isDaemon({ metadata }: Pod): boolean {
  return controllerOf(metadata.ownerReferences)?.kind === 'DaemonSet';
}

/** Whether the kubelet keeps it by a file on its node. */
export function isStatic({ metadata }: Pod): boolean {
  return controllerOf(metadata.ownerReferences)?.kind === 'Node';
}

/** What decides about a node, besides its room. */
type Known = Pick<NodeAccount, 'name' | 'labels' | 'taints'>;

/**
 * Whether the pod may run on the node at all, whatever room it has: what passes, such as a drain or pressure, does not
 * count.
 */
export function mayUse(shape: PodShape, node: Known): boolean {
  const { selector, terms } = shape;
  for (const label in selector) if (node.labels[label] !== selector[label]) return false;
  if (terms && !terms.some((term) => termHolds(term, node))) return false;
  return node.taints.every((taint) => passes(taint) || isTolerated(shape, taint));
}

/** Whether the scheduler would put a new pod there now, if there is room. */
export function mayUseNow(shape: PodShape, node: NodeAccount): boolean {
  return (
    node.isReady &&
    (!node.isCordoned || isTolerated(shape, CORDON)) &&
    node.taints.every((taint) => !passes(taint) || isTolerated(shape, taint))
  );
}

const CORDON: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

/** Whether Kubernetes itself sets the taint while something lasts. */
function passes({ key }: Taint): boolean {
  return key.startsWith('node.kubernetes.io/') || key.startsWith('node.cloudprovider.kubernetes.io/');
}

/** Whether a pod may stay beside the taint, for a while at least. */
export function isTolerated({ tolerations }: PodShape, taint: Taint): boolean {
  return taint.effect === 'PreferNoSchedule' || tolerations.some((one) => tolerates(one, taint));
}

function tolerates({ key, operator = 'Equal', value = '', effect }: Toleration, taint: Taint): boolean {
  if (effect && effect !== taint.effect) return false;
  if (!key) return operator === 'Exists';
  return key === taint.key && (operator === 'Exists' || value === (taint.value ?? ''));
}

function termHolds({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, node: Known): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  return (
    matchExpressions.every((one) => holds(one, node.labels[one.key])) &&
    matchFields.every((one) => one.key === 'metadata.name' && holds(one, node.name))
  );
}

function holds(
  { operator, values = [] }: { operator: string; values?: string[] },
  value: string | undefined,
) {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return value !== undefined && Number(value) > Number(values[0]);
    case 'Lt':
      return value !== undefined && Number(value) < Number(values[0]);
    default:
      return false;
  }
}
