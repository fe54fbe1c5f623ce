'use client';

import { useState } from 'react';
import type { ApprovalRow } from '@/server/process/pages/approvals/views';

const keyOf = ({ namespace, name }: ApprovalRow) => `${namespace}/${name}`;

/** The rows that are chosen, each as it was shown when it was chosen. */
export function useChosen() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ApprovalRow>>(new Map());
  const change = (edit: (next: Map<string, ApprovalRow>) => void) =>
    setChosen((former) => {
      const next = new Map(former);
      edit(next);
      return next;
    });
  return {
    rows: [...chosen.values()],
    has: (row: ApprovalRow) => chosen.has(keyOf(row)),
    toggle: (row: ApprovalRow) => change((next) => next.delete(keyOf(row)) || next.set(keyOf(row), row)),
    add: (rows: readonly ApprovalRow[]) =>
      change((next) => {
        for (const row of rows) next.set(keyOf(row), row);
      }),
    remove: (rows: readonly ApprovalRow[]) =>
      change((next) => {
        for (const row of rows) next.delete(keyOf(row));
      }),
    clear: () => setChosen(new Map()),
  };
}
