import { sizedContainers } from '@/server/objects/sized-containers';
import type { Pod } from '@/server/objects/types';

/** What a container used at least when its kubelet could not lower its memory limit, in bytes. */
export interface BlockedUse {
  readonly container: string;
  readonly bytes: number;
}

/** Kubelet 1.37.2: `attempting to set container "app" memory limit (157286400) below current usage (53305344)`; or `pod`. */
const MESSAGE = /set (?:container "([^"]+)"|pod) memory limit \((\d+)\) below current usage \((\d+)\)/;

/**
 * What a kubelet newly tells of the memory of a pod whose limit it cannot lower. The number is the use of the whole pod, of
 * some seconds ago, so that it may be below the limit: the use was above that. Of several containers only the limit of the
 * one that is named says something.
 */
export function blockedUseOf(pod: Pod, before?: Pod): BlockedUse[] {
  const message = errorOf(pod);
  if (message === undefined || (before && errorOf(before) === message)) return [];
  const [, named, limit, used] = MESSAGE.exec(message) ?? [];
  const sized = sizedContainers(pod.spec);
  const [only] = sized;
  const isOne = sized.length === 1;
  const container = sized.find(({ name }) => name === named)?.name ?? (isOne ? only?.name : undefined);
  if (container === undefined || limit === undefined) return [];
  return [{ container, bytes: Math.max(Number(limit), isOne ? Number(used) : 0) }];
}

function errorOf({ status }: Pod): string | undefined {
  const found = status?.conditions?.find(
    ({ type, status: holds, reason }) =>
      type === 'PodResizeInProgress' && holds === 'True' && reason === 'Error',
  );
  return found?.message;
}
