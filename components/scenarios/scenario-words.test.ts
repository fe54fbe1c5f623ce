import { describe, expect, it } from 'vitest';
import { scenarioTitle, seedFromText, stepWords } from './scenario-words';

describe('words about scenarios', () => {
  it("use a scenario's title, or its name if the catalogue lacks it", () => {
    const view = { scenarios: [{ name: 'oom-storm', title: 'OOM storm', summary: '', lesson: '' }] };
    expect(scenarioTitle(view, 'oom-storm')).toBe('OOM storm');
    expect(scenarioTitle(view, 'elsewhere')).toBe('elsewhere');
  });

  it('distinguish the steps of a switch', () => {
    expect(stepWords('stopping')).not.toBe(stepWords('starting'));
  });

  it.each([
    [7, 7],
    ['7', 7],
    ['-3', -3],
    ['', undefined],
    ['-', undefined],
    ['1.5', undefined],
    [1.5, undefined],
    ['99999999999999999999', undefined],
  ])('reads the seed %j as %j', (typed, seed) => {
    expect(seedFromText(typed)).toBe(seed);
  });
});
