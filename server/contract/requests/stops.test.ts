import { describe, expect, it } from 'vitest';
import { readScope, stopSchema } from './stops';

const ALL = { kind: 'all' } as const;

describe('what is asked of stops', () => {
  it.each([
    ['no reason', undefined, undefined],
    ['an empty one', '  ', undefined],
    ['one with spaces around it', ' release freeze ', 'release freeze'],
  ])('takes a stop with %s', (_, reason, kept) => {
    expect(stopSchema.parse({ scope: ALL, reason }).reason).toBe(kept);
  });

  it.each([
    ['of more than one line', 'a\nb'],
    ['of more than 200 characters', 'a'.repeat(201)],
    ['that is no text', 7],
  ])('refuses a reason %s', (_, reason) => {
    expect(stopSchema.safeParse({ scope: ALL, reason }).success).toBe(false);
  });

  it('reads a scope from a query', () => {
    const read = (query: string) => readScope(new URLSearchParams(query));
    expect(read('kind=all')).toEqual(ALL);
    expect(read('kind=vpa&namespace=shop&name=web')).toEqual({ kind: 'vpa', namespace: 'shop', name: 'web' });
    for (const query of ['', 'kind=vpa', 'kind=all&name=web', 'kind=namespace&namespace=../x'])
      expect(() => read(query)).toThrow();
  });
});
