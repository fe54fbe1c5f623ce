import { describe, expect, it } from 'vitest';
import { explain } from './explain';

const MIB = 2 ** 20;

describe('a reason as a sentence', () => {
  it('never compares two amounts that read the same', () => {
    expect(
      explain({
        code: 'outside-bounds',
        container: 'web',
        resource: 'memory',
        request: 249.98 * MIB,
        target: 300 * MIB,
        lowerBound: 250 * MIB,
        upperBound: 1e14,
      }),
    ).toContain('requests 249.98 MiB of memory, outside 250 MiB to any; the target is 300 MiB');
    expect(
      explain({ code: 'exceeds-quota', quota: 'small', resource: 'cpu', asked: 1015, room: 1014 }),
    ).toContain('1.015 cores of cpu is needed; quota small has 1.014 cores left');
    expect(
      explain({
        code: 'exceeds-limit-range',
        limitRange: 'Pod',
        resource: 'memory',
        asked: 250 * MIB + 1,
        room: 250 * MIB,
      }),
    ).toContain('262144001 B of memory is asked for; a pod may have 262144000 B');
  });
});
