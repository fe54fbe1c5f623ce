import { ApiError } from '@/sandbox/api/api-error';
import type { Registry } from '@/sandbox/api/registry';
import type { Clock } from '@/server/lib/time/clock';
import type { Node } from '@/server/objects/types';

const MINUTE_MS = 60_000;

/** What befalls a node for some time: it loses a label, or is under pressure. */
export type Trouble = {
  readonly node: string;
  readonly fromMinute: number;
  readonly toMinute: number;
} & (
  | { readonly label: string; readonly value: string }
  | { readonly pressure: 'DiskPressure' | 'PIDPressure' }
);

/** Makes each trouble begin and end at its time from now; returns a function that stops it. */
export function startTroubles(registry: Registry, clock: Clock, troubles: readonly Trouble[]): () => void {
  const cancels = troubles.flatMap((trouble) => [
    clock.after(trouble.fromMinute * MINUTE_MS, () => set(registry, trouble, true)),
    clock.after(trouble.toMinute * MINUTE_MS, () => set(registry, trouble, false)),
  ]);
  return () => {
    for (const cancel of cancels) cancel();
  };
}

function set(registry: Registry, trouble: Trouble, holds: boolean): void {
  const change = (draft: Node) => {
    if ('label' in trouble) {
      const { [trouble.label]: _lost, ...others } = draft.metadata.labels ?? {};
      draft.metadata.labels = holds ? others : { ...others, [trouble.label]: trouble.value };
      return;
    }
    for (const condition of draft.status?.conditions ?? [])
      if (condition.type === trouble.pressure) condition.status = holds ? 'True' : 'False';
  };
  try {
    const subresource = 'label' in trouble ? undefined : ({ subresource: 'status' } as const);
    registry.mutate<Node>('nodes', undefined, trouble.node, change, subresource);
  } catch (error) {
    // The node may be gone.
    if (!(error instanceof ApiError)) throw error;
  }
}
