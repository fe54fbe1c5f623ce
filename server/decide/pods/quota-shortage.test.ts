import { describe, expect, it } from 'vitest';
import type { QuotaLeft } from './quota-left';
import { quotaShortage } from './quota-shortage';

const quotaLeft = (quota: string, free: number, of: QuotaLeft['of'] = 'requests'): QuotaLeft => ({
  quota,
  of,
  resource: 'cpu',
  free,
});
const growth = { pods: 3, replaces: false, requests: { from: 100, to: 300 } };

describe('what a quota lacks', () => {
  it('is the growth of all pods less what is free', () => {
    expect(quotaShortage([quotaLeft('q', 250)], 'cpu', growth)).toEqual({
      quota: 'q',
      of: 'requests',
      by: 350,
    });
    expect(quotaShortage([quotaLeft('q', 600)], 'cpu', growth)).toBeUndefined();
    expect(quotaShortage([quotaLeft('q', 0)], 'memory', growth)).toBeUndefined();
  });

  it('is a pod more where pods are replaced', () => {
    expect(quotaShortage([quotaLeft('q', 600)], 'cpu', { ...growth, replaces: true })?.by).toBe(100);
  });

  it('is that of the quota that lacks most, of limits too if they grow', () => {
    const left = [quotaLeft('a', 500), quotaLeft('b', 400), quotaLeft('c', 0, 'limits')];
    expect(quotaShortage(left, 'cpu', growth)).toMatchObject({ quota: 'b', by: 200 });
    expect(quotaShortage(left, 'cpu', { ...growth, limits: { from: 200, to: 600 } })).toEqual({
      quota: 'c',
      of: 'limits',
      by: 1200,
    });
  });

  it('is nothing for pods that do not grow, even in a quota that is exceeded', () => {
    const same = { ...growth, requests: { from: 300, to: 300 } };
    expect(quotaShortage([quotaLeft('q', -50)], 'cpu', same)).toBeUndefined();
  });
});
