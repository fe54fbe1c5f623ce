import { sizedStatuses } from '@/server/objects/sized-containers';
import type { Pod } from '@/server/objects/types';

/** A container that crashed and waits before its next start. */
export interface Crash {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** When it crashed, Unix ms. */
  readonly atMs: number;
}

/** The crashes of containers in CrashLoopBackOff. Every later status shows the same one, until the next. */
export function crashesOfPod(pod: Pod): Crash[] {
  const { namespace = '', name } = pod.metadata;
  return sizedStatuses(pod).flatMap((status) => {
    const atMs = Date.parse(status.lastState?.terminated?.finishedAt ?? '');
    if (status.state?.waiting?.reason !== 'CrashLoopBackOff' || Number.isNaN(atMs)) return [];
    return [{ namespace, pod: name, container: status.name, atMs }];
  });
}
