'use client';

import type { ReactNode } from 'react';
import type { ListView } from '@/server/contract/lists';
import { failureScreen } from '../screens/failure-screen';
import type { ListDefinition } from './list-definition';
import { ListHeading } from './list-heading';
import { type Column, ListTable } from './list-table';
import { PagedList } from './paged-list';
import { type LiveList, useList } from './use-list';

/** What there is of a list: no `view` if the address is invalid, and the time of what answers, in Unix milliseconds. */
type Shown<View, Filter extends string, Sort extends string> = Pick<LiveList<View, Filter, Sort>, 'state'> & {
  view: View | undefined;
  nowMs: number;
};

interface ListScreenProps<Row, View, Filter extends string, Sort extends string> {
  definition: ListDefinition<View, Filter, Sort>;
  title: string;
  /** Of the table, for screen readers. */
  caption: string;
  /** The noun for one row. */
  one: string;
  count: (view: View) => string;
  about?: (view: View | undefined) => ReactNode;
  actions?: (shown: Shown<View, Filter, Sort>) => ReactNode;
  /** Stands in for the whole page. */
  instead?: (list: LiveList<View, Filter, Sort>) => ReactNode;
  /** Between the heading and the list. */
  above?: (view: View, nowMs: number) => ReactNode;
  /** Stands in for the list, below the heading. */
  noneYet?: (view: View) => ReactNode;
  columns: (shown: Shown<View, Filter, Sort>) => readonly Column<Row, never, Sort>[];
  keyOf: (row: Row) => string;
  /** Explains the pictures in the rows. */
  legend?: ReactNode;
  classes: { table?: string; head?: string; group?: string };
}

/** A page that is one list: its heading, and its table in numbered pages. */
export function ListScreen<Row, View extends ListView<Row>, Filter extends string, Sort extends string>({
  definition,
  title,
  caption,
  one,
  count,
  about,
  actions,
  instead,
  above,
  noneYet,
  columns,
  keyOf,
  legend,
  classes,
}: ListScreenProps<Row, View, Filter, Sort>) {
  const list = useList(definition);
  const { view, nowMs = 0, state, failure, isRefused } = list;
  const other = instead?.(list);
  if (other) return other;
  if (!view && !isRefused) return failureScreen(failure);
  const shown = { view, nowMs, state };
  return (
    <>
      <ListHeading
        title={title}
        count={view && count(view)}
        about={about?.(view)}
        actions={actions?.(shown)}
      />
      {view && above?.(view, nowMs)}
      {(view && noneYet?.(view)) ?? (
        <PagedList definition={definition} list={list} one={one} legend={legend}>
          {({ rows }) => (
            <ListTable
              caption={caption}
              columns={columns(shown)}
              rows={rows}
              keyOf={keyOf}
              sort={state.sort}
              onSort={state.setSort}
              classes={classes}
            />
          )}
        </PagedList>
      )}
    </>
  );
}

export const byName = ({ name }: { name: string }): string => name;
