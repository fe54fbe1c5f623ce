import { describe, expect, it } from 'vitest';
import { coveredBy, progressWords, scopeKey, scopeWords } from './scope-words';

const WORKLOADS = [
  { namespace: 'shop', name: 'web' },
  { namespace: 'shop', name: 'cart' },
  { namespace: 'edge', name: 'gateway' },
];

describe('a stop in words', () => {
  it.each([
    [{ kind: 'all' }, 'everything', 3],
    [{ kind: 'namespace', namespace: 'shop' }, 'namespace shop', 2],
    [{ kind: 'vpa', namespace: 'edge', name: 'gateway' }, 'edge/gateway', 1],
    [{ kind: 'vpa', namespace: 'edge', name: 'web' }, 'edge/web', 0],
  ] as const)('names %o and counts what it covers', (scope, words, covered) => {
    expect(scopeWords(scope)).toBe(words);
    expect(coveredBy(scope, WORKLOADS)).toBe(covered);
  });

  it('tells scopes apart', () => {
    expect(scopeKey({ kind: 'all' })).not.toBe(scopeKey({ kind: 'namespace', namespace: 'all' }));
  });

  it.each([
    [{ affected: 0, done: 0, restoring: 0, failed: 0 }, ''],
    [{ affected: 5000, done: 1200, restoring: 0, failed: 0 }, 'Setting mode Off: 1,200 of 5,000 VPAs'],
    [{ affected: 3, done: 3, restoring: 0, failed: 0 }, '3 VPAs set to mode Off'],
    [{ affected: 0, done: 0, restoring: 2, failed: 0 }, 'restoring 2 VPAs'],
    [
      { affected: 3, done: 2, restoring: 0, failed: 1, lastError: 'forbidden' },
      'Setting mode Off: 2 of 3 VPAs; 1 VPA failed: forbidden',
    ],
  ])('tells progress %o', (progress, words) => {
    expect(progressWords(progress)).toBe(words);
  });
});
