'use client';

import type { ReactNode } from 'react';
import type { ListView } from '@/server/contract/lists';
import { useIsCut } from './drawn-rows';
import { List } from './list';
import type { ListDefinition } from './list-definition';
import { ListFooter } from './list-footer';
import type { LiveList } from './use-list';

interface PagedListProps<View extends ListView<unknown>, Filter extends string, Sort extends string> {
  definition: ListDefinition<View, Filter, Sort>;
  list: LiveList<View, Filter, Sort>;
  /** The noun for one row. */
  one: string;
  /** Explains the pictures in the rows. */
  legend?: ReactNode;
  /** The rows. */
  children: (view: View) => ReactNode;
}

/** A list in numbered pages: its rows, how many there are, and links to the other pages. */
export function PagedList<View extends ListView<unknown>, Filter extends string, Sort extends string>({
  definition,
  list,
  one,
  legend,
  children,
}: PagedListProps<View, Filter, Sort>) {
  return (
    <List definition={definition} list={list} isEmpty={({ matching }) => matching === 0}>
      {(view) => (
        <>
          {children(view)}
          <Footer rows={view.rows.length}>
            <ListFooter
              shown={view.matching}
              all={view.all}
              one={one}
              pages={view.pages}
              page={view.page}
              onPage={list.state.setPage}
              rows={list.state.rows}
              sizes={definition.params.words.sizes}
              onRows={list.state.setRows}
            >
              {legend}
            </ListFooter>
          </Footer>
        </>
      )}
    </List>
  );
}

/** What is below rows that are not there yet, no screen shows. */
function Footer({ rows, children }: { rows: number; children: ReactNode }) {
  return !useIsCut(rows) && children;
}
