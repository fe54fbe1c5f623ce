import { describe, expect, it } from 'vitest';
import { tourSteps } from './tour-steps';

describe('the tour', () => {
  it.each([
    [{ namespace: 'shop', name: 'web' }, 4],
    [undefined, 3],
  ])('has at most four steps, with %j %d', (workload, steps) => {
    expect(tourSteps(workload)).toHaveLength(steps);
  });

  it('leads to the page of a workload by its name', () => {
    const [, second] = tourSteps({ namespace: 'a b', name: 'c/d' });
    expect(second?.href).toBe('/workloads/a%20b/c%2Fd');
  });
});
