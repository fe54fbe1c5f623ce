'use client';

import { Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Resource } from '@/server/contract/resources';
import type { RequestTotals } from '@/server/contract/workloads';
import { formatAmount, formatDifference, resourceTitle } from '@/server/words/amounts';
import { countOf, formatShare } from '@/server/words/counts';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import { LiveValue } from '../live/live-value';
import { TimeAgo } from '../live/time-ago';
import { sumLeftOutWords } from './left-out-words';
import { TotalsBar } from './totals-bar';
import classes from './totals-card.module.css';
import { totalsPicture } from './totals-picture';

interface TotalsCardProps {
  resource: Resource;
  totals: RequestTotals;
  /** The cluster's time. */
  nowMs: number;
  /** Below the sums. */
  children?: ReactNode;
}

/** Requested, recommended and used on one scale, and what applying the recommendations frees and adds. */
export function TotalsCard({ resource, totals, nowMs, children }: TotalsCardProps) {
  const picture = totalsPicture(totals);
  const leftOut = sumLeftOutWords(totals);
  const net = totals.recommended - totals.requested;
  const amount = (value: number) => formatAmount(resource, value);
  return (
    <Card
      title={resourceTitle(resource)}
      aside={
        totals.requested > 0 && (
          <span className={`${shared.smallText} ${shared.strong}`}>
            <LiveValue
              text={
                net === 0
                  ? 'No change'
                  : `${formatDifference(resource, net)} (${formatShare(Math.abs(net) / totals.requested)})`
              }
            />
            <span className={`${shared.plain} ${shared.quiet}`}> if all were applied</span>
          </span>
        )
      }
    >
      <Flex component="dl" direction="column" gap={8}>
        <TotalsBar label="Requested now" value={amount(totals.requested)} parts={picture.requested} />
        <TotalsBar label="Recommended now" value={amount(totals.recommended)} parts={picture.recommended} />
        <TotalsBar
          label={
            <>Used {totals.usedMs === undefined ? 'now' : <TimeAgo atMs={totals.usedMs} nowMs={nowMs} />}</>
          }
          value={totals.usedMs === undefined ? 'not measured' : amount(totals.used)}
          parts={picture.used}
        />
      </Flex>
      <p className={classes.legend}>
        <span className={classes.key} data-kind="kept">
          <strong>{amount(totals.kept)}</strong> requested and needed
        </span>
        <DifferenceKey
          kind="over"
          value={totals.over}
          verb="free"
          amount={amount}
          workloads={totals.overWorkloads}
        />
        <DifferenceKey
          kind="short"
          value={totals.short}
          verb="add"
          amount={amount}
          workloads={totals.shortWorkloads}
        />
      </p>
      {leftOut.length > 0 && (
        <Text mt={6} c="dimmed" fz={12}>
          {leftOut.join(' ')}
        </Text>
      )}
      {children}
    </Card>
  );
}

interface DifferenceKeyProps {
  kind: 'over' | 'short';
  value: number;
  verb: 'free' | 'add';
  amount: (value: number) => string;
  workloads: number;
}

function DifferenceKey({ kind, value, verb, amount, workloads }: DifferenceKeyProps) {
  return (
    <span className={classes.key} data-kind={kind}>
      {value === 0 ? (
        `nothing to ${verb}`
      ) : (
        <>
          <strong>{amount(value)}</strong> to {verb} in {countOf(workloads, 'workload')}
        </>
      )}
    </span>
  );
}
