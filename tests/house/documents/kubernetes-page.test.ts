import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '@/bin/root.mjs';
import { STEPS } from '../../contract/exchanges';

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const WHERE: Readonly<Record<string, (name: string) => boolean>> = {
  T: (name) => textOf('tests/real/kubernetes.test.ts').includes(name),
  R: (name) => textOf('tests/real/resizes.test.ts').includes(name),
  N: (name) => textOf('tests/real/nodes.test.ts').includes(name),
  E: (name) => STEPS.some((step) => step.name?.includes(name)),
  F: (name) => existsSync(path.join(root, 'findings', `${name}.sh`)),
};

/** The rows of the page that say where they are seen, but for those by hand alone. */
const ROWS = textOf('docs/kubernetes.md')
  .split('\n')
  .map((line) => line.split(' | '))
  .filter(
    (cells) => cells.length === 3 && cells[1] !== 'Seen' && cells[1] !== '---' && cells[1] !== 'by hand',
  )
  .map(([what = '', seen = '']) => ({ what: what.slice(2, 80), seen }));

it.each(ROWS)('docs/kubernetes.md names what shows: $what', ({ seen }) => {
  let kind = '';
  const missing: string[] = [];
  let named = 0;
  for (const [, letter, name = ''] of seen.matchAll(/\b([TRNEF])\b(?= [*`]|,|$)|[*`]([^*`]+)[*`]/g)) {
    if (letter) {
      kind = letter;
      named += 1;
    } else if (kind && !name.startsWith('pkg/') && !name.startsWith('filter')) {
      if (!WHERE[kind]?.(name)) missing.push(`${kind} ${name}`);
    }
  }
  expect(missing).toEqual([]);
  expect(named).toBeGreaterThan(0);
});

it('docs/kubernetes.md has rows to look at', () => {
  expect(ROWS.length).toBeGreaterThan(40);
});
