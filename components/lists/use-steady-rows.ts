import { useEffect, useRef, useState } from 'react';
import { inFormerOrder } from './former-order';

/**
 * Rows in the order they had, while the pointer is over them or they are to stay: nothing moves away under it. They move
 * when something else is sorted by.
 */
export function useSteadyRows<Row>(
  ordered: readonly Row[],
  keyOf: (row: Row) => string,
  { sort, isSteady }: { sort: string; isSteady: boolean },
) {
  const [isOver, setOver] = useState(false);
  const former = useRef<{ sort: string; keys: readonly string[] }>({ sort, keys: [] });
  const isHeld = (isOver || isSteady) && former.current.sort === sort;
  const rows = isHeld ? inFormerOrder(ordered, keyOf, former.current.keys) : ordered;
  useEffect(() => {
    former.current = { sort, keys: rows.map(keyOf) };
  }, [rows, keyOf, sort]);
  return {
    rows,
    hover: {
      onPointerEnter: ({ pointerType }: { pointerType: string }) => setOver(pointerType === 'mouse'),
      onPointerLeave: () => setOver(false),
    },
  };
}
