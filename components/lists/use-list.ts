'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { usePolled } from '../api/queries';
import type { RequestFailure } from '../api/request';
import type { ListDefinition } from './list-definition';
import { type ListState, useListState } from './use-list-state';

const TYPING_PAUSE_MS = 250;

/** A list as asked for by the address bar: what the server answered last, and the ways to ask otherwise. */
export interface LiveList<View, Filter extends string, Sort extends string> {
  state: ListState<Filter, Sort>;
  view: View | undefined;
  /** Why there is no answer to this question; not told while a former answer is still shown. */
  failure: RequestFailure | undefined;
  /** Whether the question itself is refused: the address asks for what there cannot be. */
  isRefused: boolean;
}

export function useList<View, Filter extends string, Sort extends string>({
  params,
  path,
}: ListDefinition<View, Filter, Sort>): LiveList<View, Filter, Sort> {
  const state = useListState(params);
  const words = (state.filter as Record<string, string | undefined>).q ?? '';
  const [typed] = useDebouncedValue(words, TYPING_PAUSE_MS);
  // Keystrokes wait for a pause; all other changes ask at once.
  const filter = words === '' ? state.filter : { ...state.filter, q: typed };
  const { data: view, failure } = usePolled<View>(path({ ...state, filter }), { keepsFormer: true });
  const isRefused = !view && failure?.kind === 'refused' && failure.status === 400;
  return { state, view, failure: view ? undefined : failure, isRefused };
}
