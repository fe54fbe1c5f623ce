import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DataTable } from './data-table';

it('puts no row into words before the table is opened', () => {
  let asked = 0;
  const words = (row: string) => {
    asked++;
    return row;
  };
  const columns = [{ label: 'Time', words }];
  const html = renderToStaticMarkup(createElement(DataTable<string>, { label: 'CPU', columns, rows: ['a'] }));
  expect(html).toContain('Show as table');
  expect(asked).toBe(0);
});
