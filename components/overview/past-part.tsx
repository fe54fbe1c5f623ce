'use client';

import { Text } from '@mantine/core';
import type { PastTotals } from '@/server/contract/overview';
import type { Resource } from '@/server/contract/resources';
import type { RequestTotals } from '@/server/contract/workloads';
import { resourceTitle } from '@/server/words/amounts';
import { countOf } from '@/server/words/counts';
import { PastChart } from './past-chart';
import { pastPicture } from './past-picture';
import type { PastSpan } from './past-span';

interface PastPartProps {
  resource: Resource;
  chosen: PastSpan;
  past: PastTotals | undefined;
  now: RequestTotals;
  /** The cluster's time. */
  nowMs: number;
}

/** The past below the sums of now, or why it is not known. */
export function PastPart({ resource, chosen: { span, within, zoom }, past, now, nowMs }: PastPartProps) {
  if (past?.state === 'read') {
    const picture = pastPicture(past, resource, now, nowMs, within);
    if (picture.rows.length === 0)
      return (
        <Text mt={14} c="dimmed" fz={13}>
          Of the time chosen, nothing within the last {span} is known.
        </Text>
      );
    return (
      <PastChart
        resource={resource}
        label={`${resourceTitle(resource)} ${within ? 'in the time chosen' : `over the last ${span}`}`}
        picture={picture}
        nowMs={nowMs}
        onZoom={zoom}
      />
    );
  }
  return (
    <Text mt={14} c="dimmed" fz={13} role="status">
      {past ? whyNot(past) : ' '}
    </Text>
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
