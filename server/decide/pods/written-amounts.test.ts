import { describe, expect, it } from 'vitest';
import { cpuMillicores, memoryBytes } from '../../objects/units';
import type { CapReason } from './cap-reasons';
import { writtenList, writtenPlan } from './written-amounts';

const MIB = 2 ** 20;
const STEPS = { writtenCpuStep: 10, writtenMemoryStep: MIB };
const amounts = (cpu: number, memory: number) => ({ cpu: cpuMillicores(cpu), memory: memoryBytes(memory) });

function written(
  requests: ReturnType<typeof amounts>,
  {
    limits = {},
    stated = {},
    bound,
  }: { limits?: object; stated?: object; bound?: [resource: 'cpu' | 'memory', reason: CapReason] } = {},
) {
  const notes = bound ? [{ resource: bound[0], reason: bound[1] }] : [];
  const plan = writtenPlan({ index: 0, name: 'app', requests, limits, notes, boosted: false }, stated, STEPS);
  return [writtenList(plan.requests), writtenList(plan.limits)];
}

describe('amounts as people write them', () => {
  it('are rounded up to the next multiple', () => {
    expect(written(amounts(163, 1_837_000_001))).toEqual([{ cpu: '170m', memory: '1752Mi' }, {}]);
  });

  it('stay as they are where they are a multiple', () => {
    expect(written(amounts(170, 1752 * MIB))).toEqual([{ cpu: '170m', memory: '1752Mi' }, {}]);
  });

  it('stay exact where a bound holds them back', () => {
    expect(written(amounts(163, 100_000_001), { bound: ['memory', 'container-range-max'] })[0]).toEqual({
      cpu: '170m',
      memory: '100000001',
    });
  });

  it('never exceed a limit that stays', () => {
    expect(written(amounts(163, MIB - 1), { stated: amounts(165, MIB) })[0]).toEqual({
      cpu: '163m',
      memory: '1Mi',
    });
  });

  it('are rounded with their limits', () => {
    expect(written(amounts(161, MIB + 1), { limits: amounts(322, 2 * MIB + 2) })).toEqual([
      { cpu: '170m', memory: '2Mi' },
      { cpu: '330m', memory: '3Mi' },
    ]);
  });
});
