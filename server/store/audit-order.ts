import { AUDIT_KINDS, type AuditKind } from './records';
import type { AuditCursor, AuditOrder } from './store';

const rank = (kind: AuditKind) => AUDIT_KINDS.indexOf(kind);

/** Newest first; within a moment by kind, then the youngest first. */
export function compareAudit(a: AuditCursor, b: AuditCursor): number {
  return b.atMs - a.atMs || rank(a.kind) - rank(b.kind) || b.id - a.id;
}

/** Either that order or exactly the other way round. */
export function auditOrder(order: AuditOrder): (a: AuditCursor, b: AuditCursor) => number {
  return order === 'newest' ? compareAudit : (a, b) => compareAudit(b, a);
}

/** Which records of `kind`, of the cursor's very moment, come after the cursor; `beyond-id` goes on in the order's direction. */
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

/** Nothing for a text that is no cursor. */
export function cursorFrom(text: string): AuditCursor | undefined {
  const [at, kind, id] = text.split('.');
  const known = AUDIT_KINDS.find((name) => name === kind);
  const cursor = { atMs: Number(at), id: Number(id) };
  return known && Number.isFinite(cursor.atMs) && Number.isInteger(cursor.id)
    ? { ...cursor, kind: known }
    : undefined;
}
