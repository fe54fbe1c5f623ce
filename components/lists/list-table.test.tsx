import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ListTable } from './list-table';

const COLUMNS = [{ key: 'name', label: 'Name', isRowHeading: true, cell: (row: string) => row }];

const drawn = (count: number) =>
  renderToStaticMarkup(
    <ListTable
      caption="Rows"
      columns={COLUMNS}
      rows={Array.from({ length: count }, (_, index) => `row ${index}`)}
      keyOf={(row) => row}
      sort={{ key: 'name', descending: false }}
      onSort={() => {}}
      classes={{}}
    />,
  );

describe('a list in a document', () => {
  it.each([
    [0, 0, false],
    [12, 12, false],
    [25, 12, true],
    [50, 12, true],
  ])('of %i rows has the first %i, and keeps the place of the others: %s', (count, rows, keeps) => {
    const html = drawn(count);
    expect(html.match(/<th scope="row"/g)?.length ?? 0).toBe(rows);
    expect(html.includes('aria-hidden="true" style="height')).toBe(keeps);
  });
});
