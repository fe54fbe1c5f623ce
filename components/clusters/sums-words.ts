import type { ClustersView } from '@/server/contract/clusters';
import { formatAmount } from '@/server/words/amounts';
import { countOf } from '@/server/words/counts';

export function clusterSumsWords({ sums, matching }: Pick<ClustersView, 'sums' | 'matching'>): string {
  const { answering, stopped, vpas, totals } = sums;
  const amounts = (part: 'requested' | 'recommended') =>
    `${formatAmount('cpu', totals.cpu[part])} CPU and ${formatAmount('memory', totals.memory[part])}`;
  const answers = `${answering.toLocaleString('en-US')} of ${matching.toLocaleString('en-US')} answer`;
  if (answering === 0 && vpas === 0) return `${answers}: what they have is not known yet.`;
  const halted = stopped === 0 ? '' : `, ${stopped.toLocaleString('en-US')} stopped`;
  return `${answers}${halted}. ${countOf(vpas, 'VPA')}: ${amounts('requested')} requested, ${amounts('recommended')} recommended. Amounts are of what you may read.`;
}
