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

  it('has one more for each limit that would differ, also where the request stays', () => {
    const mib = (amount: number) => memoryBytes(amount * 2 ** 20);
    const lines = plannedChangeLines([
      {
        container: 'web',
        from: { memory: mib(300) },
        to: { memory: mib(200) },
        limits: { memory: mib(480) },
        formerLimits: { memory: mib(450) },
      },
      { container: 'log', from: { memory: mib(100) }, to: {}, limits: { memory: mib(160) } },
    ]);
    expect(lines).toEqual([
      { container: 'web', resource: 'memory', from: '300 MiB', to: '200 MiB', direction: 'down' },
      { container: 'web', resource: 'memory limit', from: '450 MiB', to: '480 MiB', direction: 'up' },
      { container: 'log', resource: 'memory limit', from: 'not set', to: '160 MiB', direction: 'up' },
    ]);
  });
});
