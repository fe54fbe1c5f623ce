import { toKubeTime } from '../../clock';
import { isKubeError, JSON_PATCH, type KubeClient, MERGE_PATCH } from '../../kube/client';
import { pathOf, RESOURCES } from '../../kube/resources';
import type { Pod } from '../../kube/types';
import { formatCpu, formatMemory } from '../../model/quantity';
import { RESOURCES as AMOUNTS } from '../../model/units';
import type { ContainerChange } from '../plan-types';
import { BOOST_ANNOTATION_PREFIX, RESIZED_AT_ANNOTATION } from '../pod-facts';
import { type Attempt, attemptFrom, DONE } from './attempt';

/** Set on every pod resized in place, as the reference does. */
export const IN_PLACE_ANNOTATION = 'vpaInPlaceUpdated';

interface PatchOperation {
  op: 'test' | 'add';
  path: string;
  value: unknown;
}

/** The JSON patch that makes exactly this pod state what `changes` say. */
export function resizePatch(pod: Pod, changes: readonly ContainerChange[]): PatchOperation[] {
  const operations: PatchOperation[] = [{ op: 'test', path: '/metadata/uid', value: pod.metadata.uid }];
  for (const change of changes) {
    const index = pod.spec.containers.findIndex(({ name }) => name === change.container);
    const container = pod.spec.containers[index];
    if (!container) continue;
    const root = `/spec/containers/${index}/resources`;
    if (!container.resources) operations.push({ op: 'add', path: root, value: {} });
    for (const [field, amounts] of [
      ['requests', change.to],
      ['limits', change.limits],
    ] as const) {
      const stated = AMOUNTS.filter((resource) => amounts[resource] !== undefined);
      if (stated.length > 0 && !container.resources?.[field])
        operations.push({ op: 'add', path: `${root}/${field}`, value: {} });
      for (const resource of stated) {
        const amount = amounts[resource] ?? 0;
        const value = resource === 'cpu' ? formatCpu(amount) : formatMemory(amount);
        operations.push({ op: 'add', path: `${root}/${field}/${resource}`, value });
      }
    }
  }
  return operations;
}

/** Changes the requests and limits of a running pod through its `resize` subresource, then marks it. */
export async function resize(
  client: KubeClient,
  pod: Pod,
  changes: readonly ContainerChange[],
  marks: Readonly<Record<string, string | null>>,
): Promise<Attempt> {
  const { namespace = '', name } = pod.metadata;
  try {
    await client.request('PATCH', pathOf(RESOURCES.pods, namespace, name, 'resize'), {
      body: resizePatch(pod, changes),
      contentType: JSON_PATCH,
    });
  } catch (thrown) {
    return isKubeError(thrown, 'not-found') ? missing(client, pod, thrown.message) : attemptFrom(thrown);
  }
  return mark(client, pod, marks);
}

/** The annotations of a pod resized for its recommendation. */
export function resizeMarks(nowMs: number): Record<string, string> {
  return { [IN_PLACE_ANNOTATION]: 'true', [RESIZED_AT_ANNOTATION]: toKubeTime(nowMs) };
}

/** The annotations to drop once a pod is back at what its template asks. */
export const REVERT_MARKS = { [IN_PLACE_ANNOTATION]: null, [RESIZED_AT_ANNOTATION]: null };

/** The annotations to drop once the boosts of these containers are taken back. */
export function boostMarks(changes: readonly ContainerChange[]): Record<string, null> {
  return Object.fromEntries(
    changes.map(({ container }) => [BOOST_ANNOTATION_PREFIX + container, null] as const),
  );
}

async function mark(
  client: KubeClient,
  pod: Pod,
  annotations: Readonly<Record<string, string | null>>,
): Promise<Attempt> {
  const { namespace = '', name, uid } = pod.metadata;
  try {
    await client.request('PATCH', pathOf(RESOURCES.pods, namespace, name), {
      body: { metadata: { uid, annotations } },
      contentType: MERGE_PATCH,
    });
    return DONE;
  } catch (thrown) {
    return { outcome: 'done', detail: `not annotated: ${attemptFrom(thrown).detail}` };
  }
}

/** Without the pod there is nothing to resize; with it, the server offers no resizing. */
async function missing(client: KubeClient, pod: Pod, detail: string): Promise<Attempt> {
  const { namespace = '', name, uid } = pod.metadata;
  try {
    const current = await client.request<Pod>('GET', pathOf(RESOURCES.pods, namespace, name));
    return { outcome: current.metadata.uid === uid ? 'refused' : 'gone', detail };
  } catch (thrown) {
    return attemptFrom(thrown);
  }
}
