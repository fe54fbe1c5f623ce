import { CHANGES_ANNOTATION } from '../../decide/pods/change-times';
import { RAISES_NEXT_ANNOTATION } from '../../decide/pods/pod-annotations';
import { NO_RESIZE_NOTES, resizeNotes } from '../../decide/pods/resize-notes';
import type { ContainerChange } from '../../decide/running/planned';
import { inWholeBytes } from '../../decide/running/whole-bytes';
import { isKubeError, JSON_PATCH, type KubeClient } from '../../kube/client';
import { type PodAnnotations, RESIZE_MANAGERS } from '../../kube/resize-marks';
import { BOOST_ANNOTATION_PREFIX, IN_PLACE_ANNOTATION } from '../../objects/pod-annotations';
import { isFinished } from '../../objects/pod-phase';
import { quantityText } from '../../objects/quantity';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { Pod, ResourceRequirements } from '../../objects/types';
import { RESOURCES } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import type { Reason } from '../../words/reasons';
import { type Attempt, attemptFrom, DONE } from './attempt';
import type { PodMarks } from './pod-marks';

interface PatchOperation {
  op: 'test' | 'add';
  path: string;
  value: unknown;
}

/**
 * The JSON patch that sets `changes` on exactly this pod, and all memory of it in whole bytes.
 */
export function resizePatch(pod: Pod, changes: readonly ContainerChange[]): PatchOperation[] {
  const operations: PatchOperation[] = [{ op: 'test', path: '/metadata/uid', value: pod.metadata.uid }];
  for (const change of inWholeBytes(pod, changes)) {
    const place = placeOf(pod, change.container);
    if (!place) continue;
    const { root, resources } = place;
    if (!resources) operations.push({ op: 'add', path: root, value: {} });
    for (const [field, amounts] of [
      ['requests', change.to],
      ['limits', change.limits],
    ] as const) {
      const stated = RESOURCES.filter((resource) => amounts[resource] !== undefined);
      if (stated.length > 0 && !resources?.[field])
        operations.push({ op: 'add', path: `${root}/${field}`, value: {} });
      for (const resource of stated) {
        const amount = amounts[resource] ?? 0;
        const value = quantityText(resource, amount);
        operations.push({ op: 'add', path: `${root}/${field}/${resource}`, value });
      }
    }
  }
  return operations;
}

/** Where a pod states the resources of a container, or its own. */
function placeOf(
  { spec }: Pod,
  name: string,
): { root: string; resources: ResourceRequirements | undefined } | undefined {
  if (name === WHOLE_POD) return { root: '/spec/resources', resources: spec.resources };
  for (const list of ['containers', 'initContainers'] as const) {
    const index = spec[list]?.findIndex((one) => one.name === name) ?? -1;
    if (index >= 0)
      return { root: `/spec/${list}/${index}/resources`, resources: spec[list]?.[index]?.resources };
  }
  return undefined;
}

interface ResizeOptions {
  kind: keyof typeof RESIZE_MANAGERS;
  marks: Pick<PodMarks, 'set' | 'arePatched'>;
  /**
   * Set before the resize, so that a pod is never changed without a trace; removed if the change is refused.
   */
  before?: PodAnnotations;
  /** Set after the resize. */
  after?: PodAnnotations;
  /** If it throws, a request is not sent. */
  beforeSend?: () => void;
}

/** Changes the requests and limits of a running pod through its `resize` subresource, and annotates it. */
export async function resize(
  client: Pick<KubeClient, 'request'>,
  pod: Pod,
  changes: readonly ContainerChange[],
  { kind, marks, beforeSend, ...noted }: ResizeOptions,
): Promise<Attempt> {
  const { namespace = '', name } = pod.metadata;
  let { before, after } = noted;
  try {
    // What is kept here shows once the cluster tells of the resize.
    if (!(await marks.arePatched())) [before, after] = [{ ...before, ...after }, undefined];
    if (before) await marks.set(pod, before, beforeSend);
  } catch (thrown) {
    return attemptFrom(thrown);
  }
  try {
    if (changes.length > 0) {
      const { status } = await client.request<Pod>(
        'PATCH',
        pathOf(API_RESOURCES.pods, namespace, name, 'resize'),
        {
          query: { fieldManager: RESIZE_MANAGERS[kind] },
          body: resizePatch(pod, changes),
          contentType: JSON_PATCH,
          beforeSend,
        },
      );
      // The API server takes it, and no kubelet ever observes it.
      if (isFinished(status?.phase)) return { outcome: 'ended', detail: status?.phase ?? '' };
    }
  } catch (thrown) {
    const attempt = isKubeError(thrown, 'not-found')
      ? await missing(client, pod, thrown.message)
      : attemptFrom(thrown);
    if (before && attempt.outcome !== 'unavailable')
      await marks.set(pod, formerOf(pod, before)).catch(() => undefined);
    return attempt;
  }
  try {
    if (after) await marks.set(pod, after);
    return DONE;
  } catch (thrown) {
    return { outcome: 'done', detail: `not annotated: ${attemptFrom(thrown).detail}` };
  }
}

/** The annotations of a pod resized to its recommendation. */
export function resizeMarks(
  pod: Pod,
  changes: readonly ContainerChange[],
  reasons: readonly Reason[],
  nowMs: number,
): PodAnnotations {
  const known = pod.metadata.annotations;
  const { [CHANGES_ANNOTATION]: times, ...notes } = resizeNotes(known, changes, nowMs);
  const next = reasons.flatMap((reason) => (reason.code === 'lowered-first' ? reason.raises : []));
  return {
    [IN_PLACE_ANNOTATION]: 'true',
    ...notes,
    // The second half of a change is no change of its own.
    ...(!reasons.some(({ code }) => code === 'raise-after-lowering') && { [CHANGES_ANNOTATION]: times }),
    ...(next.length > 0
      ? {
          [RAISES_NEXT_ANNOTATION]: next
            .map(({ container, resource }) => `${container} ${resource}`)
            .join(', '),
        }
      : known?.[RAISES_NEXT_ANNOTATION] !== undefined && { [RAISES_NEXT_ANNOTATION]: null }),
  };
}

/** The annotations to drop once a resize is taken back: nothing of it follows. */
export const BACK_MARKS: PodAnnotations = { [RAISES_NEXT_ANNOTATION]: null };

/** The annotations to drop once a pod is back to its template. */
export const REVERT_MARKS: PodAnnotations = {
  [IN_PLACE_ANNOTATION]: null,
  ...NO_RESIZE_NOTES,
};

/** The annotations to drop once the boosts of these containers are over. */
export function boostMarks(containers: readonly string[]): PodAnnotations {
  return Object.fromEntries(
    containers.map((container) => [BOOST_ANNOTATION_PREFIX + container, null] as const),
  );
}

function formerOf(pod: Pod, annotations: PodAnnotations): PodAnnotations {
  return Object.fromEntries(
    Object.keys(annotations).map((key) => [key, pod.metadata.annotations?.[key] ?? null] as const),
  );
}

/** If the pod is missing there is nothing to resize; if it exists, the server does not support resizing. */
async function missing(client: Pick<KubeClient, 'request'>, pod: Pod, detail: string): Promise<Attempt> {
  const { namespace = '', name, uid } = pod.metadata;
  try {
    const current = await client.request<Pod>('GET', pathOf(API_RESOURCES.pods, namespace, name));
    return { outcome: current.metadata.uid === uid ? 'refused' : 'gone', detail };
  } catch (thrown) {
    return attemptFrom(thrown);
  }
}
