import type { AcrossView } from '@/server/contract/across';
import { countOf } from '@/server/words/counts';
import { IconAlertTriangle } from '../icons';
import { Callout } from '../layout/callout';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import classes from './across.module.css';
import { missingParts } from './missing-words';

const MOST_NAMED = 5;

interface MissingNoticeProps {
  view: Pick<AcrossView<unknown>, 'members'>;
  /** What the rows are called. */
  many: string;
  nowMs: number;
}

/** Which clusters a list has nothing of, or nothing new, before its rows; nothing where it is whole. */
export function MissingNotice({ view, many, nowMs }: MissingNoticeProps) {
  const parts = missingParts(view, many);
  if (parts.length === 0) return null;
  const more = parts.length - MOST_NAMED;
  return (
    <div className={classes.missing}>
      <Callout
        icon={IconAlertTriangle}
        tone="neutral"
        title={`${countOf(parts.length, 'cluster is', 'clusters are')} not all here`}
        detail={
          <ul>
            {parts.slice(0, MOST_NAMED).map(({ name, says, seenMs }) => (
              <li key={name}>
                <strong>{name}</strong>: {says}
                {seenMs !== undefined && (
                  <>
                    {' '}
                    What is shown of it is from <TimeAgo atMs={seenMs} nowMs={nowMs} />.
                  </>
                )}
              </li>
            ))}
            {more > 0 && (
              <li>
                and {countOf(more, 'more', 'more')}: see <Link href="/clusters">Clusters</Link>
              </li>
            )}
          </ul>
        }
      />
    </div>
  );
}
