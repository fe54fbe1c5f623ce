import { type NamedPage, nameOfPage, PAGE_KEYS, type PageHref } from '../navigation/pages';

export type ShortcutAction =
  | { kind: 'go'; href: PageHref }
  | { kind: 'sheet' }
  | { kind: 'stop' }
  | { kind: 'edit' }
  | { kind: 'row'; by: 1 | -1 }
  | { kind: 'colours' }
  | { kind: 'times' };

const KEYS: Readonly<Record<string, ShortcutAction>> = {
  '?': { kind: 'sheet' },
  s: { kind: 'stop' },
  e: { kind: 'edit' },
  j: { kind: 'row', by: 1 },
  k: { kind: 'row', by: -1 },
  t: { kind: 'times' },
  d: { kind: 'colours' },
};

const LEADER = 'g';
/** The second key of two must come within this time. */
export const SECOND_KEY_MS = 1500;

/** A first key that waits for a second. */
export interface Pressed {
  leaderAtMs?: number;
}

/** What a key does after those before it. The keys of pages that are not `offered` do nothing. */
export function afterKey(
  { leaderAtMs }: Pressed,
  { key, atMs }: { key: string; atMs: number },
  offered: readonly PageHref[],
): Pressed & { action?: ShortcutAction } {
  if (leaderAtMs !== undefined && atMs - leaderAtMs <= SECOND_KEY_MS) {
    const href = offered.find((one) => PAGE_KEYS[one] === key);
    return href ? { action: { kind: 'go', href } } : {};
  }
  if (key === LEADER) return { leaderAtMs: atMs };
  const action = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
  return action ? { action } : {};
}

/** What the sheet lists: the keys, one after the other, and what they do. */
export interface ShortcutLine {
  keys: readonly string[];
  does: string;
}

export function shortcutGroups(pages: readonly NamedPage[]): { title: string; lines: ShortcutLine[] }[] {
  return [
    {
      title: 'Anywhere',
      lines: [
        { keys: ['Ctrl K'], does: 'Find a page, a workload or an action' },
        { keys: ['/'], does: 'The same' },
        { keys: ['s'], does: 'Stop evictions and resizes; resume while everything is stopped' },
        { keys: ['e'], does: 'Change what the page is about' },
        { keys: ['Ctrl Enter'], does: 'In a form: save' },
        { keys: ['j'], does: 'Next row of a table' },
        { keys: ['k'], does: 'Row before' },
        { keys: ['t'], does: 'Change between local times and UTC' },
        { keys: ['d'], does: 'Change between light and dark' },
        { keys: ['?'], does: 'Show these shortcuts' },
      ],
    },
    {
      title: 'Pages',
      lines: pages.map((page) => ({ keys: [LEADER, PAGE_KEYS[page.href]], does: nameOfPage(page) })),
    },
    {
      title: 'On the page of a workload',
      lines: [
        { keys: ['['], does: 'Container before' },
        { keys: [']'], does: 'Next container' },
        { keys: ['←', '→'], does: 'On a histogram: move the cursor' },
      ],
    },
  ];
}
