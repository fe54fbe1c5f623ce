/** A column as it can be chosen. */
export interface ColumnChoice {
  key: string;
  label: string;
  /** Whether it is shown unless people choose. */
  isUsual: boolean;
  /** Always shown. */
  isFixed?: boolean;
}

/**
 * The keys of the columns to show, in their order: those in the address, else those kept for the viewer, else the
 * usual ones. What is not known is ignored.
 */
export function shownColumns(all: readonly ColumnChoice[], address: string, kept: string): readonly string[] {
  for (const text of [address, kept]) {
    const asked = text.split(',');
    const found = all.filter(({ key, isFixed }) => isFixed || asked.includes(key));
    if (found.some(({ isFixed }) => !isFixed)) return found.map(({ key }) => key);
  }
  return usualColumns(all);
}

export function usualColumns(all: readonly ColumnChoice[]): readonly string[] {
  return all.filter(({ isUsual, isFixed }) => isUsual || isFixed).map(({ key }) => key);
}

/** The choice as text for the address; empty for the usual columns. */
export function columnsText(all: readonly ColumnChoice[], shown: readonly string[]): string {
  const text = all.flatMap(({ key, isFixed }) => (shown.includes(key) && !isFixed ? [key] : [])).join(',');
  const usual = all.flatMap(({ key, isUsual, isFixed }) => (isUsual && !isFixed ? [key] : [])).join(',');
  return text === usual ? '' : text;
}
