import { describe, expect, it } from 'vitest';
import type { CpuStartupBoost } from '../../objects/vpa-types';
import { boostedCpu } from './startup-boost';

describe('a startup boost', () => {
  it.each<[string, CpuStartupBoost | undefined, number | undefined, number | undefined]>([
    ['is none without one', undefined, undefined, undefined],
    ['multiplies by its factor', { type: 'Factor', factor: 3 }, undefined, 300],
    ['takes a factor when it states no type', { factor: 2 }, undefined, 200],
    ['adds its quantity', { type: 'Quantity', quantity: '500m' }, undefined, 600],
    ['stops at the most that is allowed', { factor: 10 }, 250, 250],
    ['never lowers what it starts from', { factor: 10 }, 40, 100],
    ['is none with a factor missing', { type: 'Factor' }, undefined, undefined],
    ['is none with a factor below one', { type: 'Factor', factor: 0 }, undefined, undefined],
    ['is none with a quantity missing', { type: 'Quantity' }, undefined, undefined],
  ])('%s', (_name, cpu, most, expected) => {
    expect(boostedCpu(cpu && { cpu }, 100, most)).toBe(expected);
  });
});
