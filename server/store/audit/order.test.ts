import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAudit, cursorFrom, cursorText, LAST_MOMENT_MS } from './order';
import { AUDIT_KINDS } from './records';

const LAST_ID = 2n ** 63n - 1n;

describe('the order of the audit log', () => {
  it('has a text for every position in it', () => {
    const moment = fc.integer({ min: -LAST_MOMENT_MS, max: LAST_MOMENT_MS });
    const id = fc.bigInt({ min: 0n, max: LAST_ID });
    fc.assert(
      fc.property(moment, fc.constantFrom(...AUDIT_KINDS), id, (atMs, kind, id) => {
        expect(cursorFrom(cursorText({ atMs, kind, id }))).toEqual({ atMs, kind, id });
      }),
    );
  });

  it.each([
    'yesterday',
    '',
    '1.change',
    '1.change.1.5',
    '1.change.-1',
    '1.nothing.1',
    `${LAST_MOMENT_MS * 2}.change.1`,
    `1.change.${LAST_ID + 1n}`,
  ])('rejects %j as a position', (text) => {
    expect(cursorFrom(text)).toBeUndefined();
  });

  it('is a strict order', () => {
    const place = fc.record({
      atMs: fc.nat(3),
      kind: fc.constantFrom(...AUDIT_KINDS),
      id: fc.bigInt({ min: 0n, max: 3n }),
    });
    fc.assert(
      fc.property(place, place, (a, b) => {
        const isSame = a.atMs === b.atMs && a.kind === b.kind && a.id === b.id;
        expect(compareAudit(a, b) === 0).toBe(isSame);
        expect(Math.sign(compareAudit(a, b)) + Math.sign(compareAudit(b, a))).toBe(0);
      }),
    );
  });
});
