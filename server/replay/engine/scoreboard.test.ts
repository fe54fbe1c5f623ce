import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@/bin/root.mjs';
import { isRecommenderName, RECOMMENDER_NAMES } from '../../decide/estimators/recommenders';

/** The cells of the table with a column of that name, by the first cell of a row and by column. */
function tableIn(file: string): Map<string, Map<string, string>> {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith('|') && line.includes('CPU at equal risk'));
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

describe('the scoreboard', () => {
  const whole = tableIn('docs/backtest.md');

  it('says nothing in the README that its own page does not', () => {
    const short = tableIn('README.md');
    expect(short.size).toBeGreaterThan(5);
    for (const [row, cells] of short)
      for (const [column, cell] of cells) expect(whole.get(row)?.get(column), `${row}, ${column}`).toBe(cell);
  });

  it('has every recommender that there is, and no other', () => {
    const names = [...whole.keys()].flatMap((row) => /^`(\w+)`, in place$/.exec(row)?.[1] ?? []);
    expect(names.filter((name) => !isRecommenderName(name))).toEqual([]);
    expect(new Set(names)).toEqual(new Set(RECOMMENDER_NAMES));
  });

  it('says how sure it is of what is reserved at equal risk', () => {
    for (const [row, cells] of whole)
      expect(cells.get('CPU at equal risk'), row).toMatch(/^\*\*[\d.]+\*\* \([\d.]+–[\d.]+\)$/);
  });

  it('has its picture', () => {
    const page = readFileSync(path.join(root, 'docs/backtest.md'), 'utf8');
    expect(page).toContain('(quality.svg)');
    const picture = readFileSync(path.join(root, 'docs/quality.svg'), 'utf8');
    for (const name of RECOMMENDER_NAMES) expect(picture).toContain(`>${name}</text>`);
  });
});
