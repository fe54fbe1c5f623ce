import type { FitView, NodeNeeds, NodePageView } from '@/server/contract/nodes';
import type { Resource } from '@/server/contract/resources';
import { formatAmount, formatAmounts } from '@/server/words/amounts';
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

const FULL: Readonly<Record<Extract<FitView, { full: string }>['full'], string>> = {
  closed: 'None: it is closed to new pods, not ready, or does not say how large it is.',
  pods: 'None: it has as many pods as it takes.',
  cpu: 'None: all of its CPU is requested.',
  memory: 'None: all of its memory is requested.',
};

/** The largest pod that one node still takes, in a sentence. */
export function fitOfNode(fits: FitView): string {
  if ('full' in fits) return FULL[fits.full];
  return `${formatAmount('cpu', fits.cpu)} with ${formatAmount('memory', fits.memory)}.`;
}

/** What a pod requests, and would with its recommendation: `100m → 163m`. */
export function requestWords(
  resource: Resource,
  { requested, target }: Pick<NodePageView['heaviest'][number], 'requested' | 'target'>,
): string {
  const [now, then] = formatAmounts(resource, [requested[resource], target?.[resource]]);
  if (then === undefined || now === then) return now ?? 'none';
  return `${now ?? 'none'} → ${then}`;
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
      : `packing them again would free none of ${countOf(nodes, 'node')}`;
  return least === enough
    ? `${found}; they cannot be packed tighter.`
    : `${found}; at least ${least} are needed.`;
}
