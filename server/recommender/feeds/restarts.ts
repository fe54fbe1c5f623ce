import { RESIZED_AT_ANNOTATION } from '@/server/decide/pods/pod-annotations';
import { sizedContainer, sizedStatuses } from '@/server/objects/sized-containers';
import type { ContainerStateTerminated, Pod } from '@/server/objects/types';

/** A container that ended and was started again, other than by an OOM kill. */
export interface Restart {
  container: string;
  /** When it ended, Unix ms. */
  atMs: number;
  /** `Error, exit code 1`. */
  detail: string;
}

const FOR_RESIZE = 'its resize restarts it (resizePolicy RestartContainer)';
/** How a process ends that was asked to, or killed after its grace period. */
const ASKED_TO_END: ReadonlySet<number> = new Set([0, 137, 143]);

/**
 * Whether it is our own doing: its `resizePolicy` restarts it, it ran when the resize was asked for, and it ended since as
 * what is told to. The kubelet says `Error` and 137 or what the process ends with, as after a crash (1.37).
 */
function isForResize(
  { metadata, spec }: Pod,
  container: string,
  { exitCode, startedAt = '', finishedAt = '' }: ContainerStateTerminated,
): boolean {
  const policy = sizedContainer(spec, container)?.resizePolicy ?? [];
  const askedMs = Date.parse(metadata.annotations?.[RESIZED_AT_ANNOTATION] ?? '');
  return (
    policy.some(({ restartPolicy }) => restartPolicy === 'RestartContainer') &&
    ASKED_TO_END.has(exitCode) &&
    Date.parse(startedAt) <= askedMs &&
    // The kubelet tells whole seconds.
    Date.parse(finishedAt) + 1000 > askedMs
  );
}

/**
 * The restarts in a pod's status that were not in its status before. A status has only the last one of each container.
 */
export function restartsOf(pod: Pod, before?: Pod): Restart[] {
  const former = before ? sizedStatuses(before) : [];
  return sizedStatuses(pod).flatMap(({ name: container, restartCount, lastState }) => {
    const ended = lastState?.terminated;
    const atMs = Date.parse(ended?.finishedAt ?? '');
    if (!ended || !(restartCount > 0) || Number.isNaN(atMs) || ended.reason === 'OOMKilled') return [];
    // A pod that the kubelet evicts shows this end and a restart, though nothing was started again.
    if (ended.reason === 'ContainerStatusUnknown' || pod.status?.reason === 'Evicted') return [];
    const known = former.find(({ name }) => name === container);
    if (known?.lastState?.terminated?.finishedAt === ended.finishedAt) return [];
    const detail = isForResize(pod, container, ended)
      ? FOR_RESIZE
      : [ended.reason, `exit code ${ended.exitCode}`].filter(Boolean).join(', ');
    return [{ container, atMs, detail }];
  });
}
