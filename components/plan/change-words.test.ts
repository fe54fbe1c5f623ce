import { describe, expect, it } from 'vitest';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import { plannedChangeLines } from './change-words';

describe('a change in words', () => {
  it('has one line for each request that would differ', () => {
    const lines = plannedChangeLines([
      {
        container: 'web',
        from: { cpu: cpuMillicores(500), memory: memoryBytes(2 ** 28) },
        to: { cpu: cpuMillicores(300), memory: memoryBytes(2 ** 28) },
        limits: {},
      },
      { container: 'log', from: {}, to: { memory: memoryBytes(2 ** 27) }, limits: {} },
    ]);
    expect(lines).toEqual([
      { container: 'web', resource: 'CPU', from: '500m', to: '300m', direction: 'down' },
      { container: 'log', resource: 'memory', from: 'not set', to: '128 MiB', direction: 'up' },
    ]);
  });
});
