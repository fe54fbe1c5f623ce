'use client';

import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BulkForecast, BulkOutcome } from '@/server/contract/requests/bulk';
import { type BulkChange, type ForecastSum, forecastSum, type OutcomeSum, outcomeSum } from './bulk-change';
import { inParts, newTraceParent } from './in-parts';

/** Where a change of many objects stands. */
export type BulkState =
  /** Nothing is asked for yet. */
  | { kind: 'idle' }
  | { kind: 'looking'; answered: number; of: number }
  | { kind: 'seen'; sum: ForecastSum }
  | { kind: 'changing'; answered: number; of: number; isEnding: boolean }
  | { kind: 'done'; sum: OutcomeSum; trace: string; error?: string }
  | { kind: 'failed'; message: string };

/** Looks at a change of many objects, makes it, and keeps what undoes it. */
export function useBulk() {
  const queryClient = useQueryClient();
  const [state, setState] = useState<BulkState>({ kind: 'idle' });
  /** Counts what was begun: what an earlier one answers is dropped. */
  const turn = useRef(0);
  const isEnding = useRef(false);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );

  // The rest would not be changed, and what undoes the change would be lost.
  useWindowEvent('beforeunload', (event) => {
    if (state.kind === 'changing') event.preventDefault();
  });

  const look = async (asked: BulkChange) => {
    const mine = ++turn.current;
    const isMine = () => turn.current === mine;
    const of = asked.steps.length;
    setState({ kind: 'looking', answered: 0, of });
    const { results, error } = await inParts<BulkForecast>(
      '/api/bulk/preview',
      asked.steps,
      newTraceParent(),
      {
        progressed: (answered) => isMine() && setState({ kind: 'looking', answered, of }),
        goesOn: isMine,
      },
    );
    if (!isMine()) return;
    setState(
      error === undefined
        ? { kind: 'seen', sum: forecastSum(asked, results) }
        : { kind: 'failed', message: error },
    );
  };

  const change = async ({ steps }: ForecastSum) => {
    const mine = ++turn.current;
    const isMine = () => turn.current === mine;
    const of = steps.length;
    const trace = newTraceParent();
    isEnding.current = false;
    setState({ kind: 'changing', answered: 0, of, isEnding: false });
    const { results, error, unsure } = await inParts<BulkOutcome>('/api/bulk', steps, trace, {
      progressed: (answered) =>
        isMine() && setState({ kind: 'changing', answered, of, isEnding: isEnding.current }),
      goesOn: () => isMine() && !isEnding.current,
    });
    const sum = outcomeSum(steps, results, unsure);
    if (isMine()) setState({ kind: 'done', sum, trace, ...(error !== undefined && { error }) });
    await queryClient.invalidateQueries();
    return sum;
  };

  /** Sends no further part; what was sent is answered. */
  const end = () => {
    isEnding.current = true;
    setState((former) => (former.kind === 'changing' ? { ...former, isEnding: true } : former));
  };

  return { state, look, change, end };
}
