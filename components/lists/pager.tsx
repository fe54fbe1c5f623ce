import { Pagination } from '@mantine/core';

interface PagerProps {
  pages: number;
  page: number;
  onPage: (page: number) => void;
}

export function Pager({ pages, page, onPage }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <Pagination
      total={pages}
      value={page}
      onChange={onPage}
      size="sm"
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
    />
  );
}
