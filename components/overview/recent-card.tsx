import type { RecentView, ToldAction } from '@/server/contract/overview';
import { countOf } from '@/server/words/counts';
import { Card } from '../layout/card';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import { useIsPhone } from '../layout/use-is-phone';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import { ToldLine } from './told-line';
import classes from './told-list.module.css';

interface RecentCardProps {
  recent: RecentView;
  /** The cluster's time. */
  nowMs: number;
  /** The namespace that is told of; undefined for all. */
  namespace?: string | undefined;
}

const TITLE = 'What happened last';
/** How many of each kind. */
const MOST = 5;

/** What happened last: OOM kills, evictions, resizes; folded on a phone, where it would take most of a screen. */
export function RecentCard(props: RecentCardProps) {
  const isPhone = useIsPhone();
  if (!isPhone) return <Recent {...props} />;
  const { ooms, evictions, resizes } = props.recent;
  return (
    <Fold label={TITLE} note={ooms.length + evictions.length + resizes.length === 0 ? 'nothing' : undefined}>
      <Recent {...props} />
    </Fold>
  );
}

function Recent({ recent, nowMs, namespace }: RecentCardProps) {
  const { ooms, evictions, resizes, isAway } = recent;
  const audit = `/changes/audit?${new URLSearchParams({ kind: 'action', ...(namespace !== undefined && { namespace }) })}`;
  return (
    <Card
      title={TITLE}
      aside={
        <Link href={audit} className={classes.all}>
          All actions
        </Link>
      }
    >
      <div className={classes.beside}>
        <div>
          <h3 className={classes.heading}>OOM kills</h3>
          {ooms.length === 0 ? (
            <p className={shared.soft}>None in the last 24 hours.</p>
          ) : (
            <ul>
              {ooms.slice(0, MOST).map(({ namespace: its, name, containers, times, lastMs }) => (
                <ToldLine
                  key={`${its}/${name}`}
                  name={name}
                  href={workloadHref(its, name)}
                  about={`${containers.join(', ')} in ${its}, ${countOf(times, 'time')} in 24 h`}
                >
                  <span className={shared.small}>
                    <TimeAgo atMs={lastMs} nowMs={nowMs} />
                  </span>
                </ToldLine>
              ))}
            </ul>
          )}
        </div>
        <Actions title="Evictions" actions={evictions} isAway={isAway} nowMs={nowMs} />
        <Actions title="Resizes in place" actions={resizes} isAway={isAway} nowMs={nowMs} />
      </div>
    </Card>
  );
}

interface ActionsProps {
  title: string;
  actions: readonly ToldAction[];
  isAway: boolean;
  nowMs: number;
}

function Actions({ title, actions, isAway, nowMs }: ActionsProps) {
  return (
    <div>
      <h3 className={classes.heading}>{title}</h3>
      {actions.length === 0 ? (
        <p className={shared.soft}>
          {isAway ? 'Not known: the database does not answer.' : 'None is on record.'}
        </p>
      ) : (
        <ul>
          {actions.map(({ namespace, vpa, pod, atMs }) => (
            <ToldLine
              key={`${namespace}/${pod} ${atMs}`}
              name={vpa}
              href={workloadHref(namespace, vpa)}
              about={`pod ${pod} in ${namespace}`}
            >
              <span className={shared.small}>
                <TimeAgo atMs={atMs} nowMs={nowMs} />
              </span>
            </ToldLine>
          ))}
        </ul>
      )}
    </div>
  );
}
