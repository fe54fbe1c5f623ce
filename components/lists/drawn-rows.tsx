'use client';

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from '../api/use-hydrated';

/** What a row tells of itself: where it is, how high, and whether it has the focus. */
export interface DrawnRow {
  index: number;
  measure: (element: HTMLElement | null) => void;
  onFocused: (index: number) => void;
}

interface DrawnRowsProps {
  count: number;
  keyOf: (index: number) => string;
  children: (row: DrawnRow) => ReactNode;
}

/** Of a usual row with one container, in pixels; each is measured once it is drawn. */
const USUAL_HEIGHT = 61;
/** Rows above and below the window, so that the next one is there for Tab and for a quick scroll. */
const BEYOND = 12;

/**
 * Of many rows of a table, those in and near the window, and the one with the focus; all of them on paper. Empty table
 * bodies keep the place of the others.
 */
export function DrawnRows({ count, keyOf, children }: DrawnRowsProps) {
  const begin = useRef<HTMLTableSectionElement>(null);
  const focused = useRef<number>(undefined);
  const [top, setTop] = useState(0);
  const isPrinted = usePrinted();
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: keyOf,
    overscan: BEYOND,
    scrollMargin: top,
    rangeExtractor: (range) => withFocused(range, focused.current),
  });
  // What is above the table comes and goes: it is looked up with each drawing, and set only if it moved.
  useLayoutEffect(() => {
    const at = Math.round((begin.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    setTop((former) => (Math.abs(former - at) > 1 ? at : former));
  });
  const onFocused = useCallback((index: number) => {
    focused.current = index;
  }, []);
  const measure = virtualizer.measureElement;
  if (isPrinted)
    return Array.from({ length: count }, (_, index) => (
      <Fragment key={keyOf(index)}>{children({ index, measure, onFocused })}</Fragment>
    ));
  const drawn: ReactNode[] = [];
  let end = top;
  for (const { index, key, start, end: next } of virtualizer.getVirtualItems()) {
    if (start > end) drawn.push(<Space key={`before ${key}`} height={start - end} />);
    drawn.push(<Fragment key={key}>{children({ index, measure, onFocused })}</Fragment>);
    end = next;
  }
  return (
    <>
      <tbody ref={begin} />
      {drawn}
      <Space height={virtualizer.getTotalSize() + top - end} />
    </>
  );
}

/** As many rows a document has until its page is hydrated: with what is above them, some 1,050 pixels, a window on most screens. */
export const FIRST_DRAWN = 12;

/** Whether only the first of so many rows are drawn yet. */
export function useIsCut(count: number): boolean {
  return !useHydrated() && count > FIRST_DRAWN;
}

/** Keeps the place of rows that are drawn later. */
export function PlaceOfRows({ count }: { count: number }) {
  return count > 0 && <Space height={count * USUAL_HEIGHT} />;
}

function Space({ height }: { height: number }) {
  return (
    <tbody aria-hidden="true" style={{ height: Math.max(0, height) }}>
      <tr style={{ height: Math.max(0, height) }} />
    </tbody>
  );
}

/** The rows to draw in order, with the one that has the focus, so that it is not lost by scrolling. */
function withFocused(range: Range, focused: number | undefined): number[] {
  const near = defaultRangeExtractor(range);
  if (focused === undefined || focused >= range.count || near.includes(focused)) return near;
  return [...near, focused].sort((a, b) => a - b);
}

/** Whether the page is being printed, known before the browser lays it out for paper. */
function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinted(true));
    const end = () => setPrinted(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinted;
}
