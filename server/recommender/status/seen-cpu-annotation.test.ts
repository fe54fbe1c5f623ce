import { describe, expect, it } from 'vitest';
import { recommendationOf, statusToWrite } from '@/server/decide/pods/memory-limit/recommended';
import { SEEN_CPU_ANNOTATION, seenCpuText } from '@/server/decide/pods/seen-cpu';
import type { RecommendedPodResources } from '@/server/objects/vpa-types';
import { vpa } from '@/tests/support/plan-input';
import { seenCpuDue } from './seen-cpu-annotation';

const recommending = (seenCpu?: string): RecommendedPodResources => ({
  containerRecommendations: [
    { containerName: 'app', target: { cpu: '763m', memory: '1Gi' }, ...(seenCpu && { seenCpu }) },
  ],
});

function noted(text: string | undefined) {
  const own = vpa();
  const annotations: Record<string, string> = text === undefined ? {} : { [SEEN_CPU_ANNOTATION]: text };
  return { ...own, metadata: { ...own.metadata, annotations } };
}

describe('what was seen of CPU', () => {
  const due = (before: string | undefined, now: string | undefined) =>
    seenCpuDue({ vpa: noted(before), recommendation: recommending(now) });

  it('is written once it is known, and taken back', () => {
    expect(due(undefined, '1900m')).toBe('{"app":"1900m"}');
    expect(due('{"app":"1900m"}', undefined)).toBeNull();
    expect(due(undefined, undefined)).toBeUndefined();
  });

  it('is written again for a tenth, not for less', () => {
    expect(due('{"app":"1900m"}', '1990m')).toBeUndefined();
    expect(due('{"app":"1900m"}', '2200m')).toBe('{"app":"2200m"}');
    expect(due('{"other":"1900m"}', '1900m')).toBe('{"app":"1900m"}');
  });

  it('is read back from beside the status, which has none of it', () => {
    const known = noted(seenCpuText(recommending('1900m')));
    const recommendation = statusToWrite(recommending('1900m'), known);
    expect(recommendation).toEqual(recommending());
    expect(recommendationOf({ ...known, status: { ...(recommendation && { recommendation }) } })).toEqual(
      recommending('1900m'),
    );
    expect(recommendationOf({ ...noted(undefined), status: { recommendation: recommending('9') } })).toEqual(
      recommending(),
    );
  });
});
