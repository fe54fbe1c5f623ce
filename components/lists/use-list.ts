'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { usePolled } from '../api/queries';
import type { RequestFailure } from '../api/request';
import type { ListDefinition } from './list-definition';
import { type ListState, useListState } from './use-list-state';

const TYPING_PAUSE_MS = 250;

/** A list as requested in the address bar: the server's last answer, and how to change the query. */
export interface LiveList<View, Filter extends string, Sort extends string> {
  state: ListState<Filter, Sort>;
  view: View | undefined;
  /** The time of what answers, in Unix milliseconds, if it says so. */
  nowMs: number | undefined;
  /** Why there is no answer to this query; undefined while a previous answer is still shown. */
  failure: RequestFailure | undefined;
  /** Whether the query itself is refused, because the address is invalid. */
  isRefused: boolean;
}

export function useList<View, Filter extends string, Sort extends string>({
  params,
  path,
}: ListDefinition<View, Filter, Sort>): LiveList<View, Filter, Sort> {
  const state = useListState(params);
  const words = (state.filter as Record<string, string | undefined>).q ?? '';
  const [typed] = useDebouncedValue(words, TYPING_PAUSE_MS);
  // Keystrokes wait for a pause; all other changes load at once.
  const filter = words === '' ? state.filter : { ...state.filter, q: typed };
  const { data: view, nowMs, failure } = usePolled<View>(path({ ...state, filter }), { keepsFormer: true });
  const isRefused = !view && failure?.kind === 'refused' && failure.status === 400;
  return { state, view, nowMs, failure: view ? undefined : failure, isRefused };
}
