import { SEEN_CPU_ANNOTATION, seenCpuIn, seenCpuText } from '@/server/decide/pods/seen-cpu';
import { cpuFrom } from '@/server/objects/quantity';
import type { ServedVpa } from '../vpas/served-vpa';
import type { WrittenAnnotation } from './annotation-writer';
import { isNear } from './recommendation-diff';

/** The most CPU that containers were seen to use. */
export const SEEN_CPU: WrittenAnnotation = {
  annotation: SEEN_CPU_ANNOTATION,
  problem: 'seen-cpu-not-written',
  textDue: seenCpuDue,
};

/** What differs by less than a tenth is not worth a write. */
export function seenCpuDue({
  vpa,
  recommendation,
}: Pick<ServedVpa, 'vpa' | 'recommendation'>): string | null | undefined {
  const before = seenCpuIn(vpa);
  const text = seenCpuText(recommendation);
  if (text === undefined)
    return vpa.metadata.annotations?.[SEEN_CPU_ANNOTATION] === undefined ? undefined : null;
  const now = (recommendation?.containerRecommendations ?? []).filter(({ seenCpu }) => seenCpu !== undefined);
  const isSame =
    now.length === before.size &&
    now.every(({ containerName, seenCpu = '0' }) => {
      const former = before.get(containerName);
      return former !== undefined && isNear(cpuFrom(former), cpuFrom(seenCpu));
    });
  return isSame ? undefined : text;
}
