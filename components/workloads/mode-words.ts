import type { UpdateMode } from '@/server/contract/kubernetes';
import type { HeldMode } from '@/server/contract/workloads';

const MODE_EFFECTS: Record<UpdateMode, string> = {
  Off: 'Only recommends. No pod is changed.',
  Initial: 'Sets requests when pods are created. Running pods are not changed.',
  Recreate: 'Evicts running pods, within their disruption budgets; they come back with new requests.',
  InPlaceOrRecreate: 'Resizes running pods in place; evicts those that cannot be resized.',
  InPlace: 'Resizes running pods in place and never evicts.',
  Auto: 'Deprecated name of Recreate.',
};

/** Every mode, least disruptive first. */
export const MODES = Object.keys(MODE_EFFECTS) as UpdateMode[];

/** The mode of a VPA, with the one that a stop holds back. */
export interface Mode {
  updateMode: string;
  heldMode?: HeldMode;
}

/**
 * `Recreate`; `Off by stop, was Recreate`; `Off by stop, Initial once resumed` for a mode saved during the
 * stop.
 */
export function modeWords({ updateMode, heldMode }: Mode): string {
  if (!heldMode) return updateMode;
  return heldMode.isNew ? `Off by stop, ${heldMode.mode} once resumed` : `Off by stop, was ${heldMode.mode}`;
}

export function modeEffect({ updateMode, heldMode }: Mode): string {
  if (heldMode) return `This VPA is stopped: no pod is changed. Once resumed, its mode is ${heldMode.mode}.`;
  return MODE_EFFECTS[updateMode as UpdateMode] ?? 'Not a known update mode.';
}
