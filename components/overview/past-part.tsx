'use client';

import type { PastSpanName, PastTotals } from '@/server/contract/overview';
import type { Resource } from '@/server/contract/resources';
import type { RequestTotals } from '@/server/contract/workloads';
import { countOf } from '@/server/words/counts';
import { PastChart } from './past-chart';
import classes from './past-chart.module.css';
import { pastPicture } from './past-picture';

interface PastPartProps {
  resource: Resource;
  /** `CPU`. */
  title: string;
  span: PastSpanName;
  past: PastTotals | undefined;
  now: RequestTotals;
  /** The cluster's time. */
  nowMs: number;
}

/** The past below the sums of now, or why it is not known. */
export function PastPart({ resource, title, span, past, now, nowMs }: PastPartProps) {
  if (past?.state === 'read')
    return (
      <PastChart
        resource={resource}
        label={`${title} over the last ${span}`}
        picture={pastPicture(past, resource, now, nowMs)}
        nowMs={nowMs}
      />
    );
  return (
    <p className={classes.waiting} role="status">
      {past ? whyNot(past) : ' '}
    </p>
  );
}

function whyNot(past: Exclude<PastTotals, { state: 'read' }>): string {
  switch (past.state) {
    case 'reading':
      return `Reading the history${past.of > 0 ? `: ${past.done.toLocaleString('en-US')} of ${countOf(past.of, 'workload')}` : ''}…`;
    case 'away':
      return 'The database does not answer, so the past is not known.';
    case 'together':
      return 'There are too many namespaces to keep the past of each apart.';
  }
}
