import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { needOf, type PastNeed } from './need';

const NOW_MS = Date.UTC(2026, 2, 2);
const MINUTE_MS = 60_000;

describe('what a VPA needs of the past', () => {
  const learned = (...minutesAgo: number[]) =>
    new Map(minutesAgo.map((minutes, index) => [`c${index}`, NOW_MS - minutes * MINUTE_MS]));
  const found = { kind: 'found' };
  const settings = defaultConfig({ prometheusAddress: 'http://prometheus' });

  it.each<[string, Parameters<typeof needOf>[0], Partial<typeof settings>, PastNeed | undefined]>([
    [
      'is not known before its target is',
      { checkpoints: 'loaded', learnedUntilMs: learned(), target: { kind: 'pending' } },
      {},
      undefined,
    ],
    [
      'is not known before its checkpoints are',
      { checkpoints: 'unread', learnedUntilMs: learned(), target: found },
      {},
      undefined,
    ],
    [
      'is all of it without checkpoints',
      { checkpoints: 'loaded', learnedUntilMs: learned(), target: found },
      {},
      { kind: 'all' },
    ],
    [
      'is all of it where the cluster knows no checkpoints',
      { checkpoints: 'absent', learnedUntilMs: learned(), target: found },
      {},
      { kind: 'all' },
    ],
    [
      'is nothing after a short while',
      { checkpoints: 'loaded', learnedUntilMs: learned(1, 9), target: found },
      {},
      { kind: 'nothing' },
    ],
    [
      'is what came since the oldest checkpoint after a longer one',
      { checkpoints: 'loaded', learnedUntilMs: learned(1, 11), target: found },
      {},
      { kind: 'gap', fromMs: NOW_MS - 11 * MINUTE_MS },
    ],
    [
      'is all of it when Prometheus is the storage',
      { checkpoints: 'unread', learnedUntilMs: learned(), target: found },
      { storage: 'prometheus' },
      { kind: 'all' },
    ],
    [
      'is what checkpoints lack when that storage has no address',
      { checkpoints: 'loaded', learnedUntilMs: learned(1), target: found },
      { storage: 'prometheus', prometheusAddress: '' },
      { kind: 'nothing' },
    ],
  ])('%s', (_, facts, changed, need) => {
    expect(needOf(facts, { ...settings, ...changed }, NOW_MS)).toEqual(need);
  });
});
