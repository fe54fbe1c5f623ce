import { describe, expect, it } from 'vitest';
import { tourSteps } from './tour-steps';

describe('the tour', () => {
  it('has four steps', () => {
    expect(tourSteps({ namespace: 'shop', name: 'web' })).toHaveLength(4);
  });

  it('leads to the page of a workload by its name', () => {
    const [, second] = tourSteps({ namespace: 'a b', name: 'c/d' });
    expect(second?.href).toBe('/workloads/a%20b/c%2Fd');
  });
});
