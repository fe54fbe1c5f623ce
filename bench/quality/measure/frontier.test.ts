import { describe, expect, it } from 'vitest';
import { Frontier } from './frontier';

describe('the frontier of a parameter family', () => {
  const frontier = new Frontier(
    [
      { risk: 0.1, reserved: 1 },
      { risk: 0.001, reserved: 4 },
      { risk: 0.01, reserved: 2 },
      { risk: 0.02, reserved: 3 },
    ],
    0.0001,
  );

  it('is what was reserved where a replay has that risk', () => {
    expect(frontier.at(0.01)).toBeCloseTo(2);
    expect(frontier.at(0.1)).toBeCloseTo(1);
  });

  it('lies between two of them by logarithms: half a decade is half of the way from 4 to 2', () => {
    expect(frontier.at(0.01 / Math.sqrt(10))).toBeCloseTo(Math.sqrt(4 * 2));
  });

  it('leaves out what reserves more at more risk', () => {
    expect(frontier.at(0.02)).toBeLessThan(2);
  });

  it('reserves no more for less risk than it ever had', () => {
    expect(frontier.at(0)).toBeCloseTo(4);
  });

  it('goes on as between its last two at more risk than it ever had', () => {
    expect(frontier.at(1)).toBeCloseTo(0.5);
  });

  it('goes on no steeper than one to one', () => {
    const steep = [
      { risk: 0.1, reserved: 8 },
      { risk: 0.11, reserved: 1 },
    ];
    expect(new Frontier(steep, 0.0001).at(0.22)).toBeCloseTo(0.5);
  });

  it('takes the cheaper of two without risk', () => {
    const safe = [4, 3].map((reserved) => ({ risk: 0, reserved }));
    expect(new Frontier(safe, 0.0001).at(0)).toBeCloseTo(3);
  });

  it('is unknown without replays', () => {
    expect(new Frontier([], 0.0001).at(0.01)).toBeUndefined();
  });
});
