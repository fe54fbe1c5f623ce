import type { ResumeView } from '@/server/contract/operations';
import { countOf } from '@/server/words/counts';

/** What a resume does, in sentences, in the order it happens. */
export function resumeWords({ vpas, modes, stayOff, stillStopped, pods }: ResumeView): string[] {
  const parts = modes.map(({ mode, vpas: count }) => `${count.toLocaleString('en-US')} ${mode}`);
  return [
    vpas > 0 && `${countOf(vpas, 'VPA returns', 'VPAs return')} to the previous mode: ${parts.join(', ')}.`,
    stayOff > 0 && `${countOf(stayOff, 'VPA stays', 'VPAs stay')} Off.`,
    stillStopped > 0 && `${countOf(stillStopped, 'VPA stays', 'VPAs stay')} stopped by another stop.`,
    vpas > 0 && (pods ? podWords(pods) : 'This process plans no pods; the updater decides about them.'),
    vpas === 0 && stayOff === 0 && stillStopped === 0 && 'It covers no VPA now.',
  ].filter((sentence) => sentence !== false);
}

function podWords({ evict, resize, wait }: NonNullable<ResumeView['pods']>): string {
  const acts = [
    evict > 0 && `evicts ${countOf(evict, 'pod')}`,
    resize > 0 && `resizes ${countOf(resize, 'pod')} in place`,
  ].filter((act) => act !== false);
  const waits = wait > 0 ? `${countOf(wait, 'pod waits', 'pods wait')} for a later one` : undefined;
  if (acts.length === 0)
    return waits ? `The first pass then changes no pod; ${waits}.` : 'No pod is due for a change.';
  return `The first pass then ${acts.join(' and ')}${waits ? `; ${waits}` : ''}.`;
}
