import type { ReactNode } from 'react';
import type { SumView, ToldWorkload } from '@/server/contract/overview';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { bareWorkloadHref, workloadHref } from '../navigation/pages';
import { StateMark } from '../workloads/state-mark';
import { WasteCell } from '../workloads/waste-cell';
import { findingWords, STANDING_WORDS } from '../workloads/workload-words';
import { ToldLine } from './told-line';
import classes from './told-list.module.css';

interface WorstCardsProps extends Pick<SumView, 'wasteful' | 'endangered'> {
  /** The namespace that is told of; undefined for all. */
  namespace?: string | undefined;
  hasNoVpa?: boolean;
}

/** The workloads that waste most, and those most at risk. */
export function WorstCards({ wasteful, endangered, namespace, hasNoVpa = false }: WorstCardsProps) {
  const all = (sort: string, order: string) =>
    `/workloads?${new URLSearchParams({
      ...(namespace !== undefined && { namespace }),
      ...(hasNoVpa && { vpa: 'without' }),
      sort,
      order,
    })}`;
  return (
    <>
      <Card
        title="Most at risk"
        aside={
          <Link href={all('risk', 'asc')} className={classes.all}>
            All by risk
          </Link>
        }
      >
        <ToldList workloads={endangered} none="No workload is short, capped, refused or OOM-killed.">
          {({ standing, finding }) => (
            <span className={shared.inline}>
              <StateMark state={standing} />
              {finding ? findingWords(finding) : STANDING_WORDS[standing]}
            </span>
          )}
        </ToldList>
      </Card>
      <Card
        title="Waste most"
        aside={
          <Link href={all('waste', 'desc')} className={classes.all}>
            All by waste
          </Link>
        }
      >
        <ToldList workloads={wasteful} none="No workload reserves more than its target.">
          {({ waste }) => (
            <span className={classes.amounts}>
              <WasteCell waste={waste} />
            </span>
          )}
        </ToldList>
      </Card>
    </>
  );
}

function hrefOf({ namespace, name, kind, hasNoVpa }: ToldWorkload): string {
  return hasNoVpa ? bareWorkloadHref(namespace, kind, name) : workloadHref(namespace, name);
}

interface ToldListProps {
  workloads: readonly ToldWorkload[];
  none: string;
  children: (workload: ToldWorkload) => ReactNode;
}

function ToldList({ workloads, none, children }: ToldListProps) {
  if (workloads.length === 0) return <p className={shared.soft}>{none}</p>;
  return (
    <ol>
      {workloads.map((workload) => (
        <ToldLine
          key={hrefOf(workload)}
          name={workload.name}
          href={hrefOf(workload)}
          about={`${workload.kind} in ${workload.namespace}`}
        >
          {children(workload)}
        </ToldLine>
      ))}
    </ol>
  );
}
