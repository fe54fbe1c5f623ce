import type { AuditCursor, AuditOrder } from './audit-store';
import { AUDIT_KINDS, type AuditKind } from './records';

/** The largest valid date, and the largest row number. */
export const LAST_MOMENT_MS = 8.64e15;
const LAST_ID = 2n ** 63n - 1n;

const rank = (kind: AuditKind) => AUDIT_KINDS.indexOf(kind);
const compareIds = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

/** Newest first; at the same time by kind, then by number, newest first. */
export function compareAudit(a: AuditCursor, b: AuditCursor): number {
  return b.atMs - a.atMs || rank(a.kind) - rank(b.kind) || compareIds(b.id, a.id);
}

/** That order or its reverse. */
export function auditOrder(order: AuditOrder): (a: AuditCursor, b: AuditCursor) => number {
  return order === 'newest' ? compareAudit : (a, b) => compareAudit(b, a);
}

/**
 * Which records of `kind` at the cursor's own time come after it; `beyond-id` continues in the order's
 * direction.
 */
export function atItsMoment(
  kind: AuditKind,
  cursor: AuditCursor,
  order: AuditOrder,
): 'all' | 'none' | 'beyond-id' {
  if (kind === cursor.kind) return 'beyond-id';
  return rank(kind) > rank(cursor.kind) === (order === 'newest') ? 'all' : 'none';
}

export function cursorText({ atMs, kind, id }: AuditCursor): string {
  return `${atMs}.${kind}.${id}`;
}

/** Undefined for a text that is no cursor. */
export function cursorFrom(text: string): AuditCursor | undefined {
  const [, at, kind, id = ''] = /^(-?\d{1,16})\.([a-z]+)\.(\d{1,19})$/.exec(text) ?? [];
  const known = AUDIT_KINDS.find((name) => name === kind);
  const atMs = Number(at);
  if (!known || Math.abs(atMs) > LAST_MOMENT_MS || BigInt(id) > LAST_ID) return undefined;
  return { atMs, kind: known, id: BigInt(id) };
}
