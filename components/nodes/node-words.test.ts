import { describe, expect, it } from 'vitest';
import { sourceWords } from './node-words';

const none = { online: 0, batch: 0, measured: 0, 'last-known': 0, requested: 0, unknown: 0 };

describe('how usage is known', () => {
  it.each([
    ['', none],
    ['measured', { ...none, online: 1, measured: 1 }],
    ['all measured', { ...none, online: 3, measured: 3 }],
    ['1 by last usage, 2 by request', { ...none, online: 4, measured: 1, 'last-known': 1, requested: 2 }],
    ['1 unknown', { ...none, online: 2, measured: 1, unknown: 1 }],
  ])('is said as "%s"', (words, pods) => {
    expect(sourceWords(pods)).toBe(words);
  });
});
