import { expect, it } from 'vitest';
import { retargetText, withHpasText } from './with-hpa';

const app = { resource: 'cpu', container: 'app' } as const;
const memory = { resource: 'memory' } as const;

it.each([
  [{ names: ['shop'], kept: [app], freed: [] }, 'HPA shop scales on cpu of app; the rest is vertical'],
  [
    { names: ['a', 'b'], kept: [app, memory, app], freed: [], aside: { code: 'several-hpas', by: 'a, b' } },
    'HPAs a and b scale on cpu of app and memory; the rest is vertical (several HPAs scale the target (a, b))',
  ],
  [
    { names: ['shop'], kept: [memory], freed: [app] },
    'HPA shop scales on memory; the rest is vertical, cpu of app too',
  ],
  [
    { names: ['shop'], kept: [], freed: [app] },
    'HPA shop scales on cpu of app; all is vertical, and thresholds are kept',
  ],
  [{ names: ['shop'], kept: [], freed: [] }, 'HPA shop scales on other metrics; all is vertical'],
] as const)('says what HPAs leave to a VPA: %#', (beside, expected) => {
  expect(withHpasText(beside)).toBe(expected);
});

it('says what keeps a threshold', () => {
  expect(retargetText({ ...memory, from: 80, percent: 40, threshold: 2 ** 30 })).toBe(
    'memory from 80 % to 40 %, which keeps 1 GiB per pod',
  );
});
