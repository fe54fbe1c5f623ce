import { type KubeClient, MERGE_PATCH } from '../../kube/client';
import { unlessMissing } from '../../kube/errors';
import { parseQuantity, quantityToNumber } from '../../objects/quantity';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { Node } from '../../objects/types';
import { ANNOTATIONS } from '../../words/annotations';

export const IDLE_CPU = ANNOTATIONS.idleCpu.name;
export const IDLE_MEMORY = ANNOTATIONS.idleMemory.name;

/** The extended resources that say what is idle on a node. A pod that requests one is batch work. */
export const IDLE_RESOURCES = [IDLE_CPU, IDLE_MEMORY] as const;

/** What a node publishes now; an unreadable amount counts as none, so that it is written again. */
export function publishedOn({ status }: Node): { cpu?: number; memory?: number } {
  return { cpu: amountIn(status?.capacity?.[IDLE_CPU]), memory: amountIn(status?.capacity?.[IDLE_MEMORY]) };
}

export function carriesIdle({ status }: Node): boolean {
  return IDLE_RESOURCES.some(
    (name) => status?.capacity?.[name] !== undefined || status?.allocatable?.[name] !== undefined,
  );
}

/**
 * Writes these amounts, or none of them, to capacity and allocatable of a node; one that is gone needs nothing.
 * @throws KubeError
 */
export async function writeIdle(
  client: Pick<KubeClient, 'request'>,
  node: string,
  idle: { cpu: number; memory: number } | undefined,
  signal?: AbortSignal,
): Promise<void> {
  const amounts = {
    [IDLE_CPU]: idle ? String(idle.cpu) : null,
    [IDLE_MEMORY]: idle ? String(idle.memory) : null,
  };
  const body = { status: { capacity: amounts, allocatable: amounts } };
  const path = pathOf(API_RESOURCES.nodes, undefined, node, 'status');
  await unlessMissing(client.request('PATCH', path, { body, contentType: MERGE_PATCH, signal }));
}

function amountIn(text: string | number | undefined): number | undefined {
  if (text === undefined) return undefined;
  try {
    return quantityToNumber(parseQuantity(text));
  } catch {
    return undefined;
  }
}
