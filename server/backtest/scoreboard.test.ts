import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@/bin/root.mjs';
import { RECOMMENDER_NAMES } from '../estimators/recommenders';

/** The cells of the first table under a title, without its second line. */
function tableIn(file: string, isHead: (line: string) => boolean): string[][] {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith('|') && isHead(line));
  const end = lines.findIndex((line, index) => index > from && !line.startsWith('|'));
  return lines
    .slice(from, end)
    .filter((_, index) => index !== 1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const sharesIn = (file: string) => tableIn(file, (line) => line.includes('better, Recreate'));

describe('the scoreboard', () => {
  it('is the same in the README as in its own page', () => {
    expect(sharesIn('README.md')).toEqual(sharesIn('docs/backtest.md'));
  });

  it('has every recommender', () => {
    const names = sharesIn('docs/backtest.md').map(([name]) => name);
    for (const name of RECOMMENDER_NAMES.filter((one) => one !== 'default')) expect(names).toContain(name);
  });

  it('counts the series of the table below it', () => {
    const [head = [], ...rows] = tableIn('docs/backtest.md', (line) => line.startsWith('| series'));
    expect(rows.length).toBeGreaterThan(20);
    for (const [name = '', better, others] of sharesIn('docs/backtest.md').slice(1)) {
      const marks = rows.map((row) => row[head.indexOf(name)]?.at(-1));
      const count = (mark: string) => marks.filter((one) => one === mark).length;
      expect(better, name).toBe(`**${((count('✓') / rows.length) * 100).toFixed(0)} %**`);
      expect(others, name).toBe(`${count('=')} · ${count('+')} · ${count('!')}`);
    }
  });
});
