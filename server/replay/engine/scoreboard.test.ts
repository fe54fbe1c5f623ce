import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@/bin/root.mjs';
import { isRecommenderName, RECOMMENDER_NAMES } from '../../decide/estimators/recommenders';

type Table = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The cells of the table whose head or first column names the bill at equal risk, by row and by column. */
function tableIn(file: string): Table {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  const named = lines.findIndex((line) => line.startsWith('|') && line.includes('bill at equal risk'));
  let from = named;
  while (lines[from - 1]?.startsWith('|')) from--;
  const end = lines.findIndex((line, index) => index > from && !line.startsWith('|'));
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const head = cellsOf(lines[from] ?? '');
  return new Map(
    lines.slice(from + 2, end).map((line) => {
      const cells = cellsOf(line);
      return [cells[0] ?? '', new Map(head.slice(1).map((name, index) => [name, cells[index + 1] ?? '']))];
    }),
  );
}

const numbersIn = (text = '') => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number);

describe('the scoreboard', () => {
  const whole = tableIn('docs/backtest.md');
  const families = [...(whole.get('bill at equal risk')?.keys() ?? [])];

  it('says nothing in the README that its own page does not', () => {
    const short = tableIn('README.md');
    expect(short.size).toBe(3);
    for (const [row, cells] of short) {
      const family = row.replace(/, as Plumbline runs it$/, '');
      const own = (line: string) => whole.get(line)?.get(family);
      const [bill, ...interval] = numbersIn(own('bill at equal risk'));
      expect(numbersIn(cells.get('bill at equal risk')), row).toEqual([Number(bill).toFixed(2), ...interval]);
      const risks = [own('time short of CPU'), own('kills a container-day')].map(
        (cell) => numbersIn(cell)[0],
      );
      expect(numbersIn(cells.get('short of CPU · kills a container-day')), row).toEqual(risks);
    }
  });

  it('has every recommender that there is, and no other', () => {
    const names = families.flatMap((family) => /^`(\w+)`/.exec(family)?.[1] ?? []);
    expect(names.filter((name) => !isRecommenderName(name))).toEqual([]);
    expect(new Set(names)).toEqual(new Set(RECOMMENDER_NAMES));
  });

  it('says how sure it is of each mean', () => {
    for (const line of [
      '**bill**, as it comes',
      'bill at equal risk',
      'time short of CPU',
      'kills a container-day',
    ])
      for (const family of families)
        expect(whole.get(line)?.get(family), `${line}, ${family}`).toMatch(
          /^[\d.]+(?: %)? \([\d.]+–[\d.]+\)$/,
        );
  });
});
