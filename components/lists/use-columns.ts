'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { type ColumnChoice, columnsText, shownColumns, usualColumns } from './column-choice';
import { keep, useKept } from './kept';

/** The columns of a list as chosen: kept for the viewer, and in the address, so that a link shows the same. */
export function useColumns(list: string, all: readonly ColumnChoice[]) {
  const keptAs = `plumbline-columns-${list}`;
  const kept = useKept(keptAs);
  const [address, setAddress] = useQueryState('columns', parseAsString.withDefault(''));
  const shown = useMemo(() => shownColumns(all, address, kept), [all, address, kept]);
  return {
    shown,
    isUsual: shown.join() === usualColumns(all).join(),
    choose: (keys: readonly string[]) => {
      const text = columnsText(all, keys);
      keep(keptAs, text);
      void setAddress(text || null);
    },
  };
}
