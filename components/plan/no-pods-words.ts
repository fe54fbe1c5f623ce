import type { Mode } from '../workloads/mode-words';

/** Shown in place of the pods if there are none: what new ones start with. */
export function noPodsWords({ updateMode, heldMode }: Mode): string {
  const keepsTemplate = updateMode === 'Off' || heldMode !== undefined;
  return `No pod runs now. New pods start with the requests ${keepsTemplate ? 'of their template' : 'recommended at that time'}.`;
}
