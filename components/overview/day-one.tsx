import { Button } from '@mantine/core';
import type { DayOneView } from '@/server/contract/overview';
import { countOf } from '@/server/words/counts';
import { Card } from '../layout/card';
import columns from '../layout/columns.module.css';
import shared from '../layout/shared.module.css';
import { ListHeading } from '../lists/list-heading';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { bareWorkloadHref } from '../navigation/pages';
import { watchHref } from '../rules/watch-address';
import overview from './overview-screen.module.css';
import sums from './sum-cards.module.css';
import { ToldLine } from './told-line';
import told from './told-list.module.css';
import { TotalsCard } from './totals-card';
import { WorstCards } from './worst-cards';

interface DayOneProps {
  view: DayOneView;
  /** The cluster's time. */
  nowMs: number;
}

/** Before there is a VPA: what the workloads use, what they would need, and how to have them watched. */
export function DayOne({ view, nowMs }: DayOneProps) {
  const { workloads, allNamespaces, totals, ooms } = view;
  return (
    <>
      <ListHeading
        title="Overview"
        count={`${countOf(workloads, 'workload')} in ${countOf(allNamespaces, 'namespace')}, no VPA yet`}
        about="What they request and use, and what they would need, learned from their pods since Plumbline started. Nothing changes them."
        actions={
          <Button component={Link} href={watchHref()}>
            Watch all of them…
          </Button>
        }
      />
      {ooms.length > 0 && <KilledCard ooms={ooms} nowMs={nowMs} />}
      <div className={sums.two}>
        <TotalsCard resource="cpu" totals={totals.cpu} nowMs={nowMs} />
        <TotalsCard resource="memory" totals={totals.memory} nowMs={nowMs} />
      </div>
      <div className={`${columns.wide} ${columns.top}`}>
        <div className={overview.column}>
          <WorstCards {...view} hasNoVpa />
        </div>
        <WatchCard view={view} />
      </div>
    </>
  );
}

/** What burns already, before anything is watched. */
function KilledCard({ ooms, nowMs }: Pick<DayOneView, 'ooms'> & { nowMs: number }) {
  return (
    <Card title="OOM kills in the last 24 hours">
      <ul>
        {ooms.map(({ namespace, name, kind, containers, times, lastMs }) => (
          <ToldLine
            key={`${namespace}/${kind}/${name}`}
            name={name}
            href={bareWorkloadHref(namespace, kind, name)}
            about={`${containers.join(', ')} in ${namespace}, ${countOf(times, 'time')}`}
          >
            <span className={shared.small}>
              <TimeAgo atMs={lastMs} nowMs={nowMs} />
            </span>
          </ToldLine>
        ))}
      </ul>
    </Card>
  );
}

/** Each namespace with a link to the form of a rule that watches it. */
function WatchCard({ view: { namespaces, allNamespaces, workloads } }: { view: DayOneView }) {
  return (
    <Card
      title="Watch a namespace"
      aside={
        <Link href="/workloads?vpa=without" className={told.all}>
          All {countOf(workloads, 'workload')}
        </Link>
      }
    >
      <p className={shared.soft}>
        A rule makes a VPA in mode Off for each workload: it recommends and keeps what it learns, and changes
        no pod. You see what it makes before you save it.
      </p>
      <ol>
        {namespaces.map(({ name, workloads: count }) => (
          <li key={name} className={told.line}>
            <span className={told.who}>
              <strong>{name}</strong> <span className={shared.small}>{countOf(count, 'workload')}</span>
            </span>
            <Button component={Link} href={watchHref(name)} size="compact-sm" variant="default">
              Watch {name}…
            </Button>
          </li>
        ))}
      </ol>
      {allNamespaces > namespaces.length && (
        <p className={shared.soft}>and {countOf(allNamespaces - namespaces.length, 'more namespace')}</p>
      )}
    </Card>
  );
}
