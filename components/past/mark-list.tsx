import Link from 'next/link';
import type { PastMark } from '@/server/process/pages/past/views';
import { countOf } from '@/server/words/counts';
import { isoTime, shortTime } from '@/server/words/times';
import { MARK_COLOURS } from '../charts/mark-colours';
import classes from './mark-list.module.css';

interface MarkListProps {
  namespace: string;
  vpa: string;
  marks: readonly PastMark[];
}

/** The newest marks listed in words; the charts draw them all. */
const MOST_SHOWN = 8;

const WORDS: Readonly<Record<PastMark['kind'], (times: number) => string>> = {
  evict: (times) => countOf(times, 'eviction'),
  resize: (times) => countOf(times, 'resize in place', 'resizes in place'),
  policy: (times) => (times === 1 ? 'Policy changed' : `Policy changed ${times} times`),
  stop: (times) => (times === 1 ? 'Stopped or resumed' : `Stopped or resumed ${times} times`),
};

/** A time as the audit log's filter reads it: `2026-11-22 07:30`, UTC. */
function typedMinute(ms: number): string {
  return isoTime(ms).slice(0, 16).replace('T', ' ');
}

/** What was done to the workload in the time shown, newest first, each with its line in the audit log. */
export function MarkList({ namespace, vpa, marks }: MarkListProps) {
  if (marks.length === 0) return null;
  const newest = marks.slice(-MOST_SHOWN).reverse();
  return (
    <ul className={classes.list} aria-label="What was done in this time">
      {newest.map(({ kind, atMs, lastMs, times }) => {
        const query = new URLSearchParams({
          namespace: kind === 'stop' ? '' : namespace,
          vpa: kind === 'stop' ? '' : vpa,
          since: typedMinute(atMs),
          until: typedMinute(lastMs),
        });
        return (
          <li key={`${kind} ${atMs}`} style={{ '--mark': MARK_COLOURS[kind] } as React.CSSProperties}>
            <Link href={`/audit?${query}`}>{WORDS[kind](times)}</Link> {shortTime(atMs)}
          </li>
        );
      })}
      {marks.length > newest.length && <li>and {marks.length - newest.length} before</li>}
    </ul>
  );
}
