import { expect, it } from 'vitest';
import { strainLines } from './strain-lines';

it('say what a container waits for, and that more is no answer to neighbours', () => {
  const strain = [
    { container: 'app', by: 'neighbours', share: 0.3, pods: 2 },
    { container: 'proxy', by: 'memory', share: 0.15, pods: 1 },
  ] as const;
  expect(strainLines(strain, 'app')).toEqual([
    'app waits for CPU that its neighbours on the node take, below any limit of its own, 30 % of the time, or less, in 2 pods. Its CPU request is not lowered, and not raised for that: it would help only by taking from the others.',
  ]);
  expect(strainLines(strain, 'proxy')).toEqual([
    'proxy waits for memory to be reclaimed 15 % of the time. Its memory request and limit are not lowered.',
  ]);
  expect(strainLines(strain, 'other')).toEqual([]);
});
