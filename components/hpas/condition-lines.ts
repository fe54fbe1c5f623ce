import type { HpaDetail } from '@/server/contract/hpas';

/** One condition of an HPA: as the status has it, and what this evaluation says if that is something else. */
export interface HpaConditionLine {
  type: string;
  status: string;
  reason: string;
  message: string;
  tone: 'good' | 'warning' | 'quiet';
  sinceMs?: number | undefined;
  /** What Plumbline's evaluation says instead. */
  otherwise?: string | undefined;
}

/** The conditions of the status in their order, then those that only this evaluation has. */
export function hpaConditionLines({
  status,
  conditions,
}: Pick<HpaDetail, 'status' | 'conditions'>): HpaConditionLine[] {
  const written = status?.conditions ?? [];
  const own = new Map(conditions.map((each) => [each.type as string, each]));
  const told = new Set(written.map(({ type }) => type));
  return [
    ...written.map(({ type, status: is, reason = '', message = '', lastTransitionTime }) => {
      const ours = own.get(type);
      const isOther = ours && (ours.status !== is || ours.reason !== reason);
      const sinceMs = Date.parse(lastTransitionTime ?? '');
      return {
        type,
        status: is,
        reason,
        message,
        tone: toneOf(type, is),
        sinceMs: Number.isNaN(sinceMs) ? undefined : sinceMs,
        otherwise: isOther ? `${ours.status} ${ours.reason}: ${ours.message}` : undefined,
      };
    }),
    ...conditions
      .filter(({ type }) => !told.has(type))
      .map(({ type, status: is, reason, message }) => ({
        type,
        status: is,
        reason,
        message,
        tone: toneOf(type, is),
        otherwise: 'the status has no such condition yet.',
      })),
  ];
}

/** A limit that applies is worth a look, no fault; the others are faults while they are false. */
function toneOf(type: string, status: string): HpaConditionLine['tone'] {
  if (type === 'ScalingLimited') return status === 'True' ? 'warning' : 'quiet';
  if (type === 'ScaledToZero') return 'quiet';
  return status === 'True' ? 'good' : 'warning';
}
