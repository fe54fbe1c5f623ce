import { Pagination } from '@mantine/core';
import type { ReactNode } from 'react';
import { countOf } from '@/server/words/counts';
import classes from './list-footer.module.css';

interface ListFooterProps {
  /** How many the filter lets through, of how many. */
  shown: number;
  all: number;
  /** What one of them is called. */
  one: string;
  pages: number;
  page: number;
  onPage: (page: number) => void;
  children?: ReactNode;
}

/** How much of a list is shown, and the way to its other pages. */
export function ListFooter({ shown, all, one, pages, page, onPage, children }: ListFooterProps) {
  return (
    <footer className={classes.footer}>
      {children}
      <span aria-live="polite">{shown === all ? countOf(all, one) : `${shown} of ${countOf(all, one)}`}</span>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </footer>
  );
}
