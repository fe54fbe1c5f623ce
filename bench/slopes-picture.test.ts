import { describe, expect, it } from 'vitest';
import { slopesPicture } from './slopes-picture';

const lineOf = (name: string, values: readonly number[]) => ({
  name,
  unit: 's of CPU',
  points: values.map((value, index) => ({ pods: 1_000 * 10 ** index, value })),
});

describe('the picture of what more pods cost', () => {
  it('draws what grows as the pods do on the dashed line', () => {
    const picture = slopesPicture([lineOf('pass', [0.02, 0.2, 2])]);
    const [, from, to] = /d="M(\S+ \S+)L(\S+ \S+)" stroke="#1f2933" stroke-dasharray/.exec(picture) ?? [];
    const drawn = /d="(M[^"]+)" fill="none" stroke="#0072b2"/.exec(picture)?.[1] ?? '';
    expect(drawn.startsWith(`M${from}L`)).toBe(true);
    expect(drawn.endsWith(`L${to}`)).toBe(true);
  });

  it('tells the figures of each line, and none of a size that was not measured', () => {
    const picture = slopesPicture([lineOf('pass', [0.02, 0.2, 2]), lineOf('scan', [1, 5])]);
    expect(picture).toContain('>0.02, 0.2, 2 s of CPU<');
    expect(picture).toContain('>1, 5 s of CPU<');
    expect(picture).not.toContain('NaN');
  });

  it('writes no label above another, where lines end at one place', () => {
    const picture = slopesPicture(['one', 'two', 'three'].map((name) => lineOf(name, [1, 10, 100])));
    const tops = [...picture.matchAll(/y="(\S+)" font-weight="600" fill=/g)].map(([, top]) => Number(top));
    expect(tops).toHaveLength(3);
    expect(tops.every((top, index) => index === 0 || top - (tops[index - 1] ?? 0) >= 30)).toBe(true);
  });
});
