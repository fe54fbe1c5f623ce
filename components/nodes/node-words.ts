import type { IdleStep, NodePodCounts } from '@/server/contract/nodes';
import type { Resource } from '@/server/contract/resources';
import { countOf, formatShare } from '@/server/words/counts';
import { formatPercentile } from '@/server/words/estimation-steps';
import type { NodeState } from '@/server/words/nodes';

/** The state of a node in a word or two. */
export const NODE_STATE_LABELS: Readonly<Record<NodeState, string>> = {
  known: 'Known',
  learning: 'Learning',
  stale: 'Not measured lately',
  unmeasured: 'Not measured yet',
  'not-ready': 'Not ready',
  unreadable: 'Size unreadable',
};

/** How the usage of the online pods is known: `all measured`, `2 by last usage, 1 by request`. */
export function sourceWords(pods: NodePodCounts): string {
  if (pods.online === 0) return '';
  if (pods.measured === pods.online) return pods.online === 1 ? 'measured' : 'all measured';
  const others = [
    pods['last-known'] > 0 && `${pods['last-known']} by last usage`,
    pods.requested > 0 && `${pods.requested} by request`,
    pods.unknown > 0 && `${pods.unknown} unknown`,
  ].filter(Boolean);
  return others.join(', ');
}

/** One step from a node's size to what is idle. */
export function idleStepWords(resource: Resource, { step, by = 0 }: IdleStep, online: number): string {
  switch (step) {
    case 'allocatable':
      return 'Allocatable';
    case 'used':
      return `Used now by ${countOf(online, 'online pod')}`;
    case 'used-with-margin':
      return `With a margin of ${formatShare(by)}`;
    case 'idle-now':
      return 'Idle now';
    case 'percentile':
      return `${formatPercentile(by)} percentile of ${resource === 'cpu' ? 'usage' : 'hourly peaks'}`;
    case 'percentile-with-margin':
      return `With a margin of ${formatShare(by)}`;
    case 'expected':
      return 'Expected need in the next hour, at least that of now';
    case 'idle-next-hour':
      return 'Idle for the next hour';
  }
}
