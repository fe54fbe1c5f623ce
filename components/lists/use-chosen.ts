'use client';

import { useMemo, useRef, useState } from 'react';

/** The rows of a list that are chosen, on any of its pages, each as it was shown when it was chosen. */
export interface Chosen<Row> {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  /** Toggles a row. With a `range`, such as the page, all of it from the row toggled before gets the same. */
  toggle: (row: Row, range?: readonly Row[]) => void;
  set: (rows: readonly Row[], isOn?: boolean) => void;
  clear: () => void;
}

/** @param keyOf the name of a row; always the same function. */
export function useChosen<Row>(keyOf: (row: Row) => string): Chosen<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  /** The row that was toggled last, from where a range begins. */
  const last = useRef<string | undefined>(undefined);
  return useMemo(() => {
    const set = (rows: readonly Row[], isOn = true) =>
      setChosen((former) => {
        const next = new Map(former);
        for (const row of rows)
          if (isOn) next.set(keyOf(row), row);
          else next.delete(keyOf(row));
        return next;
      });
    return {
      rows: [...chosen.values()],
      has: (row) => chosen.has(keyOf(row)),
      toggle: (row, range) => {
        const key = keyOf(row);
        set(range ? between(range, keyOf, last.current, key) : [row], !chosen.has(key));
        last.current = key;
      },
      set,
      clear: () => setChosen(new Map()),
    };
  }, [chosen, keyOf]);
}

/** The rows from one to the other, both included; only the second if the first is not on the page. */
function between<Row>(
  page: readonly Row[],
  keyOf: (row: Row) => string,
  from: string | undefined,
  to: string,
): readonly Row[] {
  const end = page.findIndex((row) => keyOf(row) === to);
  const begin = page.findIndex((row) => keyOf(row) === from);
  const first = begin < 0 ? end : Math.min(begin, end);
  return page.slice(first, Math.max(begin, end) + 1);
}
