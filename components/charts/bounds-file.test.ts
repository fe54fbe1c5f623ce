import { describe, expect, it } from 'vitest';
import { boundsFile } from './bounds-file';

describe('the file of a chart over time', () => {
  it('has a line for each step, with times and plain amounts', () => {
    const rows = [
      { atMs: 0, target: 250, band: [200, 300] as [number, number], upperBound: 900, usage: 120.5 },
      { atMs: 300_000 },
    ];
    expect(boundsFile('cpu', rows).split('\r\n')).toEqual([
      'time,upper bound (millicores),target (millicores),target without its cap (millicores),lower bound (millicores),request (millicores),limit (millicores),"usage, mean (millicores)","usage, 95th percentile (millicores)","usage, maximum (millicores)",recommender',
      '1970-01-01T00:00:00.000Z,900,250,,200,,,120.5,,,',
      '1970-01-01T00:05:00.000Z,,,,,,,,,,',
      '',
    ]);
    expect(boundsFile('memory', [])).toContain('target (bytes)');
    const limited = boundsFile('memory', [{ atMs: 0, limit: 5, limitTarget: 8 }]);
    expect(limited).toContain(',limit target (bytes),recommender');
    expect(limited).toContain('T00:00:00.000Z,,,,,,5,,,,8,');
  });
});
