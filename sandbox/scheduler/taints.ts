import type { Node, Pod, Taint, Toleration } from '@/server/objects/types';

/** The taints of a node; none where they cannot be read. */
export function taintsOf({ spec }: Node): readonly Taint[] {
  return Array.isArray(spec?.taints) ? spec.taints.filter((taint) => typeof taint?.key === 'string') : [];
}

/** Whether a taint of one of these effects keeps the pod off (component-helpers, scheduling/corev1). */
export function isKeptOff({ spec }: Pod, taints: readonly Taint[], effects: readonly string[]): boolean {
  const tolerations = spec.tolerations ?? [];
  return taints.some(
    (taint) => effects.includes(taint.effect) && !tolerations.some((one) => tolerates(one, taint)),
  );
}

function tolerates({ key, operator, value = '', effect }: Toleration, taint: Taint): boolean {
  if (effect && effect !== taint.effect) return false;
  if (operator === 'Exists') return !key || key === taint.key;
  return key === taint.key && value === (taint.value ?? '');
}
