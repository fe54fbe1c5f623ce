import type { StatusView } from '@/server/contract/status';
import { countOf } from '@/server/words/counts';

/** How far the cluster is read, in a sentence; empty while that is not known. */
export function startWords({ filling, reading }: Pick<StatusView, 'filling' | 'reading'>): string {
  if (filling)
    return `So far ${filling.running.toLocaleString('en-US')} of ${countOf(filling.of, 'pod')} run.`;
  if (!reading) return '';
  const { kinds, of, vpas, pods } = reading;
  const objects = `${countOf(vpas, 'VPA')} and ${countOf(pods, 'pod')}`;
  return kinds === of
    ? `The whole cluster is read: ${objects}.`
    : `So far it has read ${kinds} of ${countOf(of, 'kind')} of objects: ${objects}.`;
}
