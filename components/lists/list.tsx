'use client';

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { addressWords } from './address-words';
import { FilterBar } from './filter-bar';
import type { ListDefinition } from './list-definition';
import { LIST_TOP_ID } from './list-top';
import classes from './no-matches.module.css';
import type { LiveList } from './use-list';

interface ListProps<View, Filter extends string, Sort extends string> {
  definition: ListDefinition<View, Filter, Sort>;
  list: LiveList<View, Filter, Sort>;
  isEmpty: (view: View) => boolean;
  /** The rows, and below them the links to other pages. */
  children: (view: View) => ReactNode;
}

interface NoMatchesProps {
  /** What there is none of, as a sentence. */
  children: string;
  all: string;
  onClear: () => void;
}

/** Nothing under this filter is different from nothing at all. */
function NoMatches({ children, all, onClear }: NoMatchesProps) {
  return (
    <div className={classes.nothing} role="status">
      <p>{children}</p>
      <Button variant="default" onClick={onClear}>
        {all}
      </Button>
    </div>
  );
}

/** Every list of the dashboard: its filter bar, and below it rows, or why there are none. */
export function List<View, Filter extends string, Sort extends string>({
  definition,
  list,
  isEmpty,
  children,
}: ListProps<View, Filter, Sort>) {
  const { view, state, failure, isRefused } = list;
  return (
    <div id={LIST_TOP_ID}>
      <FilterBar definition={definition} view={view} state={state} />
      {isRefused && (
        <NoMatches all={definition.noMatch.all} onClear={state.clearFilter}>
          {failure?.kind === 'refused' ? addressWords(failure) : ''}
        </NoMatches>
      )}
      {view &&
        (isEmpty(view) ? (
          <NoMatches all={definition.noMatch.all} onClear={state.clearFilter}>
            {definition.noMatch.sentence}
          </NoMatches>
        ) : (
          children(view)
        ))}
    </div>
  );
}
