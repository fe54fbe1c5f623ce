/** A page, workload or action that can be found by part of its name. */
export interface PaletteItem {
  id: string;
  label: string;
  /** Synonyms people may type for it. */
  words?: string;
  run: () => void;
}

/** The items that contain every typed word; all of them if nothing is typed. */
export function itemsMeant(typed: string, items: readonly PaletteItem[]): PaletteItem[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label, words = '' }) => {
    const text = `${label} ${words}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
