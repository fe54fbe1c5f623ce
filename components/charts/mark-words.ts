import type { PastMark } from '@/server/contract/past';
import { countOf } from '@/server/words/counts';
import { listTimeText } from '../lists/time-text';
import { MARK_COLOURS } from './mark-colours';

const WORDS: Readonly<Record<PastMark['kind'], (mark: PastMark) => string>> = {
  oom: ({ times }) => countOf(times, 'OOM kill'),
  restart: ({ times }) => countOf(times, 'restart'),
  evicted: ({ times }) => countOf(times, 'eviction by the kubelet', 'evictions by the kubelet'),
  preempted: ({ times }) => countOf(times, 'preemption for a critical pod', 'preemptions for critical pods'),
  evict: ({ times }) => countOf(times, 'eviction'),
  resize: ({ times }) => countOf(times, 'resize in place', 'resizes in place'),
  rollout: ({ times }) => countOf(times, 'rollout'),
  recommender: ({ detail }) => `Recommender is ${detail} from here on`,
  policy: ({ times }) => (times === 1 ? 'Policy changed' : `Policy changed ${times} times`),
  stop: ({ times }) => (times === 1 ? 'Stopped or resumed' : `Stopped or resumed ${times} times`),
};

/** What a kind of mark is called in a legend. */
const NAMES: Readonly<Record<PastMark['kind'], string>> = {
  oom: 'OOM kill',
  restart: 'Restart',
  evicted: 'Eviction by the kubelet',
  preempted: 'Preemption',
  evict: 'Eviction',
  resize: 'Resize in place',
  rollout: 'Rollout',
  recommender: 'Another recommender',
  policy: 'Policy changed',
  stop: 'Stop or resume',
};

/** What the marks of a chart stand for, one entry a colour: `Eviction, resize in place`. */
export function markKeys(marks: readonly PastMark[]): { kind: PastMark['kind']; words: string }[] {
  const seen = new Set(marks.map(({ kind }) => kind));
  const keys = new Map<string, { kind: PastMark['kind']; words: string }>();
  for (const [kind, colour] of Object.entries(MARK_COLOURS) as [PastMark['kind'], string][]) {
    if (!seen.has(kind)) continue;
    const alike = keys.get(colour);
    const words = alike
      ? `${alike.words}, ${NAMES[kind][0]?.toLowerCase()}${NAMES[kind].slice(1)}`
      : NAMES[kind];
    keys.set(colour, { kind, words });
  }
  return [...keys.values()];
}

/** What happened: `2 OOM kills`. */
export function markWords(mark: PastMark): string {
  return WORDS[mark.kind](mark);
}

/** To which pods, and how: `of web-1 and 3 more (Error, exit code 1)`. */
export function markDetail({ kind, pods, times, detail }: PastMark): string {
  if (kind === 'recommender') return '';
  const [first, ...others] = pods;
  const more = others.length > 0 && times > 2 ? ' and others' : others.map((pod) => ` and ${pod}`).join('');
  return [first && `of ${first}${more}`, detail && (pods.length > 0 ? `(${detail})` : `to ${detail}`)]
    .filter(Boolean)
    .join(' ');
}

/** Where the audit log has the lines about it; undefined if it has none. */
export function markHref(
  { kind, atMs, lastMs, pods, record }: PastMark,
  workload: { namespace: string; vpa: string },
): string | undefined {
  if (record === 'none') return undefined;
  const place = kind === 'stop' ? { namespace: '', vpa: '' } : workload;
  const wanted: Record<string, string> =
    record === 'its-pod' ? { q: pods[0] ?? '' } : { since: listTimeText(atMs), until: listTimeText(lastMs) };
  return `/changes/audit?${new URLSearchParams({ ...place, ...wanted })}`;
}
