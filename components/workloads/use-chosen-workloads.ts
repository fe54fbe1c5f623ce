'use client';

import { useMemo, useRef, useState } from 'react';
import { type WorkloadChoice, workloadKey } from '@/server/process/pages/views';

type Chosen = ReadonlyMap<string, WorkloadChoice>;

/** Workloads chosen for a change of many, on any page of the list. */
export function useChosenWorkloads() {
  const [chosen, setChosen] = useState<Chosen>(new Map());
  /** The row that was toggled last, from where a range begins. */
  const last = useRef<string | undefined>(undefined);
  return useMemo(() => {
    const change = (edit: (next: Map<string, WorkloadChoice>) => void) =>
      setChosen((former) => {
        const next = new Map(former);
        edit(next);
        return next;
      });
    const put = (next: Map<string, WorkloadChoice>, rows: readonly WorkloadChoice[], isOn: boolean) => {
      for (const row of rows)
        if (isOn) next.set(workloadKey(row), row);
        else next.delete(workloadKey(row));
    };
    return {
      rows: [...chosen.values()],
      has: (row: WorkloadChoice) => chosen.has(workloadKey(row)),
      /** Toggles a row; with `isRange`, all of `page` from the one before gets the same. */
      toggle: (row: WorkloadChoice, page: readonly WorkloadChoice[], isRange: boolean) => {
        const key = workloadKey(row);
        const members = isRange ? rangeOf(page, last.current, key) : [row];
        last.current = key;
        change((next) => put(next, members, !chosen.has(key)));
      },
      set: (rows: readonly WorkloadChoice[], isOn = true) => change((next) => put(next, rows, isOn)),
      clear: () => setChosen(new Map()),
    };
  }, [chosen]);
}

export type ChosenWorkloads = ReturnType<typeof useChosenWorkloads>;

/** The rows from one to the other, both included; only the second if the first is not on the page. */
function rangeOf(
  page: readonly WorkloadChoice[],
  from: string | undefined,
  to: string,
): readonly WorkloadChoice[] {
  const end = page.findIndex((row) => workloadKey(row) === to);
  const begin = page.findIndex((row) => workloadKey(row) === from);
  const first = begin < 0 ? end : Math.min(begin, end);
  return page.slice(first, Math.max(begin, end) + 1);
}
