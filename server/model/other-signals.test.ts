import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { OTHER_SIGNALS } from './other-signals';

const DOCS = fileURLToPath(new URL('../../docs/signals.md', import.meta.url));
const HOUR_MS = 3_600_000;

it('are in the docs as they are in the table', () => {
  const rows = OTHER_SIGNALS.map(
    ({ name, label, unit, of, halfLifeMs, query }) =>
      `| \`${name}\` | ${label} | ${unit} | ${of} | ${halfLifeMs / HOUR_MS} h | \`${query}\` |\n`,
  );
  const [, table] =
    /<!-- the table:.*-->\n.*\n.*\n([\s\S]*)<!-- the end of the table -->/.exec(readFileSync(DOCS, 'utf8')) ??
    [];
  expect(table).toBe(rows.join(''));
});
