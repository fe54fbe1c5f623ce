import type { NodeNeeds } from '@/server/process/pages/views';
import { formatAmount } from '@/server/words/amounts';
import { countOf } from '@/server/words/counts';

/** The largest pod that still fits, by CPU and by memory; each in one sentence. */
export function fitWords({ fits }: NodeNeeds): readonly string[] {
  if (!fits) return ['No node takes another pod.'];
  const { cpu, memory } = fits;
  const size = (pod: typeof cpu, first: 'cpu' | 'memory') => {
    const amounts = [formatAmount('cpu', pod.cpu), formatAmount('memory', pod.memory)];
    return `${(first === 'cpu' ? amounts : amounts.reverse()).join(' with ')} on ${pod.node}`;
  };
  if (cpu.node === memory.node) return [`${size(cpu, 'cpu')}.`];
  return [`By CPU: ${size(cpu, 'cpu')}.`, `By memory: ${size(memory, 'memory')}.`];
}

/** How many nodes the pods need, by their requests alone. */
export function packingWords({ packing: { nodes, least, enough, unplaced } }: NodeNeeds): string {
  if (enough === undefined)
    return `${countOf(unplaced, 'pod fits', 'pods fit')} nowhere when packed by size; at least ${countOf(least, 'node')} of ${nodes} needed.`;
  if (enough >= nodes && least >= nodes) return `All ${countOf(nodes, 'node')} are needed.`;
  const free = nodes - enough;
  const found =
    free > 0
      ? `${enough} of ${countOf(nodes, 'node')} are enough, which frees ${free}`
      : `packing them anew frees none of ${countOf(nodes, 'node')}`;
  return least === enough
    ? `${found}; no packing frees more.`
    : `${found}; no packing needs fewer than ${least}.`;
}
