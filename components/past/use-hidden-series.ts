import { parseAsArrayOf, parseAsStringLiteral, useQueryState } from 'nuqs';
import { BOUNDS_KIND_NAMES, type BoundsKind } from '../charts/bounds-kinds';

const HIDDEN = parseAsArrayOf(parseAsStringLiteral(BOUNDS_KIND_NAMES)).withDefault([]);

/** What the charts of the past leave out, in the address bar. */
export function useHiddenSeries() {
  const [hidden, setHidden] = useQueryState('hide', HIDDEN);
  const toggle = (kind: BoundsKind) => {
    const rest = hidden.filter((one) => one !== kind);
    void setHidden(rest.length < hidden.length ? rest : [...hidden, kind]);
  };
  return { hidden, toggle };
}
