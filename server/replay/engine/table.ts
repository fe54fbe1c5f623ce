import { FIGURE_NAMES, FIGURES, type FigureName, figureText, mayBeBest } from '../../contract/figures';
import type { Summary } from './summary';

/** One variant of a comparison. */
export interface VariantColumn {
  readonly title: string;
  readonly summary: Summary;
}

/**
 * Variants side by side, one row for each figure: the sum or mean, then median and p95 of the workloads. The best
 * of each row has a star, unless it starves: see `mayBeBest`.
 */
export function comparisonTable(columns: readonly VariantColumn[]): string {
  const rows = FIGURE_NAMES.filter((name) => columns.some(({ summary }) => summary[name])).map((name) => [
    FIGURES[name].unit === 'share'
      ? `${FIGURES[name].title}, %`
      : `${FIGURES[name].title}, ${FIGURES[name].unit}`,
    ...cellsOf(name, columns),
  ]);
  return aligned([['', ...columns.map(({ title }) => title)], ...rows]);
}

function cellsOf(name: FigureName, columns: readonly VariantColumn[]): string[] {
  const { better } = FIGURES[name];
  const totals = columns.flatMap(({ summary }) =>
    mayBeBest(name, summary) ? (summary[name]?.total ?? []) : [],
  );
  const best = better === 'less' ? Math.min(...totals) : Math.max(...totals);
  const isTie = columns.every(({ summary }) => (summary[name]?.total ?? best) === best);
  return columns.map(({ summary }) => {
    const own = summary[name];
    if (!own) return '-';
    const star = own.total === best && mayBeBest(name, summary) && !isTie ? '*' : '';
    const text = (value: number) => figureText(name, value);
    return `${text(own.total)}${star} (${text(own.median)}, ${text(own.p95)})`;
  });
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
