'use client';

import { VisuallyHidden } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { formatDuration } from '@/server/words/times';
import { type Freshness, freshnessOf, type QueryTimes } from '../api/freshness';
import type { RequestFailure } from '../api/request';
import classes from './freshness-light.module.css';

function serverWords(failure: RequestFailure['kind'] | undefined): string {
  return failure === 'refused' ? 'the server answers with an error' : 'the server does not answer';
}

function words(freshness: Freshness): string {
  switch (freshness.kind) {
    case 'loading':
      return 'Loading';
    case 'live':
      return 'Live';
    case 'overdue':
      return `Passes of the ${freshness.roles.join(' and the ')} are overdue`;
    case 'stale':
      return `Data is ${formatDuration(freshness.ageMs)} old, ${serverWords(freshness.failure)}; retrying`;
    case 'never':
      return freshness.failure === 'refused'
        ? 'The server is not ready'
        : 'The server does not answer; retrying';
  }
}

/** Whether the page is live and, if the server is unreachable, how old its data is. */
export function FreshnessLight(query: QueryTimes) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useInterval(() => setNowMs(Date.now()), 1000, { autoInvoke: true });
  const freshness = freshnessOf(query, nowMs);
  return (
    <span className={classes.light} data-kind={freshness.kind}>
      <span className={classes.dot} aria-hidden="true" />
      <span aria-hidden={freshness.kind === 'stale'}>{words(freshness)}</span>
      <VisuallyHidden role="status">
        {freshness.kind === 'stale' && 'The server does not answer; the data is getting old'}
      </VisuallyHidden>
    </span>
  );
}
