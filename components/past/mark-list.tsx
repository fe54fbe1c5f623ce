import type { PastMark } from '@/server/contract/past';
import { markStyle } from '../charts/mark-colours';
import { markDetail, markHref, markWords } from '../charts/mark-words';
import Link from '../navigation/link';
import { localShortTime } from '../times/times';
import classes from './mark-list.module.css';

interface MarkListProps {
  namespace: string;
  vpa: string;
  marks: readonly PastMark[];
}

/** The newest marks listed in words; the charts draw them all. */
const MOST_SHOWN = 5;

/** What happened to the workload in the time shown, newest first, with its lines in the audit log if it has any. */
export function MarkList({ namespace, vpa, marks }: MarkListProps) {
  if (marks.length === 0) return null;
  const newest = marks.slice(-MOST_SHOWN).reverse();
  return (
    <ul className={classes.list} aria-label="What happened in this time">
      {newest.map((mark) => {
        const { kind, atMs } = mark;
        const href = markHref(mark, { namespace, vpa });
        return (
          <li key={`${kind} ${atMs}`} style={markStyle(kind)}>
            {href ? <Link href={href}>{markWords(mark)}</Link> : markWords(mark)} {markDetail(mark)}{' '}
            {localShortTime(atMs)}
          </li>
        );
      })}
      {marks.length > newest.length && <li>and {marks.length - newest.length} before</li>}
    </ul>
  );
}
