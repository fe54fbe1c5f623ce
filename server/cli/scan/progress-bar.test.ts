import { describe, expect, it } from 'vitest';
import { barText, ProgressBar } from './progress-bar';

function drawn(isTTY: boolean) {
  const lines: string[] = [];
  let ms = 0;
  const bar = new ProgressBar({ isTTY, write: (text: string) => lines.push(text) }, () => ms);
  return { lines, bar, wait: (by: number) => (ms += by) };
}

describe('the bar of a scan', () => {
  it.each([
    [0, 1000, '[------------------------] 0 %'],
    [0.25, 5000, '[######------------------] 25 %, 15 s left'],
    [1, 5000, '[########################] 100 %'],
    [7, 5000, '[########################] 100 %'],
  ])('at %d after %d ms', (share, elapsedMs, text) => {
    expect(barText(share, elapsedMs)).toBe(text);
  });

  it('is drawn over itself on a terminal, a few times a second', () => {
    const { lines, bar, wait } = drawn(true);
    bar.begins('Usage');
    for (let step = 0; step < 100; step++) {
      wait(10);
      bar.reached(step, 100);
    }
    bar.ended('3 containers');
    expect(lines.length).toBeLessThan(15);
    expect(lines.slice(0, -1).every((line) => line.startsWith('\r\u001b[2K'))).toBe(true);
    expect(lines.at(-1)).toBe('Usage: 3 containers (1 s)\n');
  });

  it('is a line for each part elsewhere', () => {
    const { lines, bar } = drawn(false);
    bar.begins('Usage from \u001b[31mshop');
    bar.reached(1, 2);
    bar.ended('');
    expect(lines).toEqual(['Usage from  [31mshop (0 s)\n']);
  });
});
