import { toKubeTime } from '../lib/time/clock';
import { BOOST_ANNOTATION_PREFIX, IN_PLACE_ANNOTATION } from '../objects/pod-annotations';
import type { Pod } from '../objects/types';
import { ANNOTATIONS } from '../words/annotations';

const RESIZED_AT = ANNOTATIONS.resizedAt.name;

/** As whom Plumbline resizes pods, so that their managed fields tell what a resize was, and when. */
export const RESIZE_MANAGERS = {
  /** To its recommendation. */
  resize: 'plumbline',
  /** Back to its template. */
  revert: 'plumbline-revert',
  /** The end of a startup boost. */
  unboost: 'plumbline-unboost',
} as const;

/** Notes on a pod, by annotation; null takes one away. */
export type PodAnnotations = Readonly<Record<string, string | null>>;

/**
 * The annotations of a resize as the pod's managed fields tell it: a resize is a write of a subresource, which changes
 * no annotation, and Plumbline may be kept from patching pods. Undefined where they tell nothing new.
 */
export function resizedByManagers({ metadata }: Pod): PodAnnotations | undefined {
  const resizedMs = latestOf(metadata, RESIZE_MANAGERS.resize);
  const revertedMs = latestOf(metadata, RESIZE_MANAGERS.revert);
  if (resizedMs === undefined || (revertedMs !== undefined && revertedMs >= resizedMs)) return undefined;
  const statedMs = Date.parse(metadata.annotations?.[RESIZED_AT] ?? '');
  if (statedMs >= resizedMs) return undefined;
  return { [RESIZED_AT]: toKubeTime(resizedMs), [IN_PLACE_ANNOTATION]: 'true' };
}

/** When Plumbline last put the pod back to its template, in Unix milliseconds, as its managed fields tell. */
export function revertedMsByManagers({ metadata }: Pod): number | undefined {
  return latestOf(metadata, RESIZE_MANAGERS.revert);
}

/** The marks of startup boosts to take away, once the managed fields tell that Plumbline ended one. */
export function unboostedByManagers({ metadata }: Pod): PodAnnotations | undefined {
  if (latestOf(metadata, RESIZE_MANAGERS.unboost) === undefined) return undefined;
  const boosts = Object.keys(metadata.annotations ?? {}).filter((key) =>
    key.startsWith(BOOST_ANNOTATION_PREFIX),
  );
  return boosts.length > 0 ? Object.fromEntries(boosts.map((key) => [key, null])) : undefined;
}

/** The pod with these notes on it. */
export function withMarks(pod: Pod, marks: PodAnnotations): Pod {
  if (Object.keys(marks).length === 0) return pod;
  const annotations: Record<string, string> = { ...pod.metadata.annotations };
  for (const [key, text] of Object.entries(marks))
    if (text === null) delete annotations[key];
    else annotations[key] = text;
  return { ...pod, metadata: { ...pod.metadata, annotations } };
}

function latestOf({ managedFields = [] }: Pod['metadata'], name: string): number | undefined {
  let latestMs: number | undefined;
  for (const { manager, subresource, time } of managedFields) {
    if (subresource !== 'resize' || manager !== name) continue;
    const atMs = Date.parse(time ?? '');
    if (!Number.isNaN(atMs)) latestMs = Math.max(latestMs ?? atMs, atMs);
  }
  return latestMs;
}
