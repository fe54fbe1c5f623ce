/** One line of two texts compared. */
export interface LineChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The lines of two texts, by the longest part that both have; removed lines come before added ones. */
export function lineChanges(before: string, after: string): LineChange[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  const common = commonLengths(was, is);
  const lines: LineChange[] = [];
  let [i, j] = [0, 0];
  while (i < was.length || j < is.length) {
    const [a, b] = [was[i], is[j]];
    if (a !== undefined && a === b) {
      lines.push({ kind: 'same', text: a });
      i++;
      j++;
    } else if (a !== undefined && (b === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ kind: 'removed', text: a });
      i++;
    } else {
      lines.push({ kind: 'added', text: b ?? '' });
      j++;
    }
  }
  return lines;
}

/** A line of a comparison, or `left` in place of some that stay. */
export interface ShownLine {
  kind: LineChange['kind'] | 'left';
  text: string;
}

/** The lines that change with some around each; all of them without that number. */
export function shownLines(lines: readonly LineChange[], around?: number): readonly ShownLine[] {
  if (around === undefined) return lines;
  const isShown = (place: number) =>
    lines.slice(Math.max(0, place - around), place + around + 1).some(({ kind }) => kind !== 'same');
  const shown: ShownLine[] = [];
  for (const [place, line] of lines.entries()) {
    if (isShown(place)) shown.push(line);
    else if (shown.at(-1)?.kind !== 'left') shown.push({ kind: 'left', text: '' });
  }
  return shown;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.trimEnd().split('\n');
}

/** How many lines the rests of both have in common, from each pair of places. */
function commonLengths(was: readonly string[], is: readonly string[]): number[][] {
  const lengths = Array.from({ length: was.length + 1 }, () => new Array<number>(is.length + 1).fill(0));
  for (let i = was.length - 1; i >= 0; i--)
    for (let j = is.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (!row) continue;
      row[j] =
        was[i] === is[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  return lengths;
}

function at(lengths: readonly (readonly number[])[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}
