import type { ContainerDetail } from '@/server/contract/recommendations';
import { confidenceWords, countOf, formatShare } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';

const MINUTE_MS = 60_000;
/** From this share of one sample a minute on, missing samples are not mentioned. */
const NEARLY_ALL = 0.95;

/**
 * What a confidence is based on: how long samples have come, and whether as many as one a minute. The smaller
 * of the two counts.
 */
export function confidenceSentence({
  confidence,
  samples,
  firstSampleMs,
  lastSampleMs,
  isSilent,
}: Pick<ContainerDetail, 'confidence' | 'samples' | 'firstSampleMs' | 'lastSampleMs' | 'isSilent'>): string {
  if (firstSampleMs === undefined || lastSampleMs === undefined || samples === 0)
    return 'There are no samples yet, so there is no confidence.';
  const spanMs = lastSampleMs - firstSampleMs;
  const share = spanMs > 0 ? samples / (spanMs / MINUTE_MS) : 1;
  const known = `${confidenceWords(confidence)}: samples span ${formatDuration(spanMs)}`;
  const growth = isSilent ? 'It does not grow while no samples come.' : 'The bounds narrow as it grows.';
  return share >= NEARLY_ALL
    ? `${known}, with ${countOf(samples, 'sample')}, as many as one a minute. ${growth}`
    : `${known}, but with only ${countOf(samples, 'sample')}, ${formatShare(share)} of one a minute. ${growth}`;
}
