import type { Mode } from '../workloads/mode-words';

/** What stands in the place of the pods where there is none now: what new ones will start with. */
export function noPodsWords({ updateMode, heldMode }: Mode): string {
  const keepsTemplate = updateMode === 'Off' || heldMode !== undefined;
  return `No pod runs now. New pods start with the requests ${keepsTemplate ? 'of their template' : 'recommended at that time'}.`;
}
