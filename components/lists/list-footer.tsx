import { Flex, NativeSelect, Pagination } from '@mantine/core';
import type { ReactNode } from 'react';
import { countOf } from '@/server/words/counts';

interface ListFooterProps {
  /** How many match the filter, out of how many. */
  shown: number;
  all: number;
  /** The noun for one of them. */
  one: string;
  pages: number;
  page: number;
  onPage: (page: number) => void;
  /** How many rows a page has, and what people may choose instead; without it, they may not. */
  rows?: number;
  sizes?: readonly number[] | undefined;
  onRows?: (rows: number) => void;
  children?: ReactNode;
}

/** How much of a list is shown, and links to its other pages. */
export function ListFooter({
  shown,
  all,
  one,
  pages,
  page,
  onPage,
  rows,
  sizes,
  onRows,
  children,
}: ListFooterProps) {
  return (
    <Flex
      component="footer"
      wrap="wrap"
      align="center"
      justify="space-between"
      gap={12}
      py={10}
      px={2}
      c="dimmed"
      fz={12}
    >
      {children}
      <span aria-live="polite">{shown === all ? countOf(all, one) : `${shown} of ${countOf(all, one)}`}</span>
      {sizes?.some((size) => shown > size) && (
        <NativeSelect
          size="xs"
          aria-label="Rows on a page"
          data={sizes.map((size) => ({ value: String(size), label: `${size} rows` }))}
          value={String(rows)}
          onChange={(event) => onRows?.(Number(event.currentTarget.value))}
        />
      )}
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </Flex>
  );
}
