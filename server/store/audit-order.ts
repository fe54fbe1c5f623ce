import { AUDIT_KINDS, type AuditKind } from './records';
import type { AuditCursor } from './store';

const rank = (kind: AuditKind) => AUDIT_KINDS.indexOf(kind);

/** Newest first; within a moment by kind, then the youngest first. */
export function compareAudit(a: AuditCursor, b: AuditCursor): number {
  return b.atMs - a.atMs || rank(a.kind) - rank(b.kind) || b.id - a.id;
}

/** Which records of `kind` come after the cursor: those before `atMs`, and of that moment those with a lower id. */
export function boundFor(kind: AuditKind, cursor: AuditCursor): { atMs: number; idBelow: number } {
  if (rank(kind) > rank(cursor.kind)) return { atMs: cursor.atMs, idBelow: Number.POSITIVE_INFINITY };
  return { atMs: cursor.atMs, idBelow: kind === cursor.kind ? cursor.id : Number.NEGATIVE_INFINITY };
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
