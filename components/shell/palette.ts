/** Something to go to or to do by typing a part of its name. */
export interface PaletteItem {
  id: string;
  label: string;
  /** Other words people may type for it. */
  words?: string;
  run: () => void;
}

/** The items in which every word typed occurs; all of them while nothing is typed. */
export function itemsMeant(typed: string, items: readonly PaletteItem[]): PaletteItem[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label, words = '' }) => {
    const text = `${label} ${words}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
