import { describe, expect, it } from 'vitest';
import { Sharing } from './sharing';

describe('sharing', () => {
  it('returns one copy for equal values, and others for others', () => {
    const sharing = new Sharing();
    const first = sharing.of({ app: 'web', tier: 'front' });
    expect(sharing.of({ app: 'web', tier: 'front' })).toBe(first);
    expect(sharing.of({ app: 'web' })).not.toBe(first);
    expect(sharing.of([{ app: 'web' }])).toEqual([{ app: 'web' }]);
  });
});
