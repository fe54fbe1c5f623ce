import { enforcedOn, type PodRun } from '@/sandbox/kubelet/pod-run';
import { diskBytes } from '@/sandbox/workloads/other-metrics';
import { EPHEMERAL_STORAGE } from '@/server/objects/units';

/** What the kubelet says as it evicts a pod of which a container wrote more than it may; undefined if none did. */
export function overDiskLimit({ containers, outcome }: PodRun, atMs: number): string | undefined {
  if (outcome) return undefined;
  for (const container of containers) {
    const { phase, work, name, actual } = container;
    const { diskLimitBytes } = enforcedOn(container);
    if (phase.kind !== 'running' || diskLimitBytes === Number.POSITIVE_INFINITY) continue;
    if (diskBytes(work, atMs - phase.startedAtMs) <= diskLimitBytes) continue;
    return `Container ${name} exceeded its local ephemeral storage limit "${actual.limits?.[EPHEMERAL_STORAGE]}". `;
  }
  return undefined;
}
