import { describe, expect, it } from 'vitest';
import { csvLine } from './csv';

describe('a line of a CSV file', () => {
  it.each([
    '=1+1',
    '=cmd|" /C calc"!A0',
    '+1',
    '-1',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(1)',
    ' =1',
    '\u001b=1',
    '\u202e=1',
  ])('has no formula for a spreadsheet: %j', (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
  });

  it('has none either where cells are separated by semicolons', () => {
    expect(csvLine(['a;=1+1; @SUM(1);b'])).toBe("a;'=1+1;' @SUM(1);b\r\n");
  });

  it('has nothing that a terminal acts on or that turns text around', () => {
    expect(csvLine(['\u001b[31mred\u0007\u009b', 'a\u202eb\u2066c', 'größer\tas'])).toBe(
      ' [31mred  ,a b c,größer\tas\r\n',
    );
  });

  it('has numbers as they are, also negative ones', () => {
    expect(csvLine([-1, 2.5, undefined])).toBe('-1,2.5,\r\n');
  });

  it('keeps cells apart, whatever they hold', () => {
    expect(csvLine(['a,b', 'say "x"', 'two\r\nlines', 'x=1'])).toBe(
      '"a,b","say ""x""","two\r\nlines",x=1\r\n',
    );
  });
});
