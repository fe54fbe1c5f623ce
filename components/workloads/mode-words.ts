import type { UpdateMode } from '@/server/kube/vpa-types';

/** What each update mode does to pods, in one sentence. */
const MODE_EFFECTS: Record<UpdateMode, string> = {
  Off: 'Only recommends. No pod is changed.',
  Initial: 'Sets requests when pods are created. Running pods are left alone.',
  Recreate: 'Evicts running pods, within their disruption budgets; they come back with new requests.',
  InPlaceOrRecreate: 'Resizes running pods in place; evicts those that cannot be resized.',
  InPlace: 'Resizes running pods in place and never evicts.',
  Auto: 'Deprecated name of Recreate.',
};

/** Every mode, gentlest first. */
export const MODES = Object.keys(MODE_EFFECTS) as UpdateMode[];

export function modeEffect(mode: string): string {
  return MODE_EFFECTS[mode as UpdateMode] ?? 'Not a known update mode.';
}
