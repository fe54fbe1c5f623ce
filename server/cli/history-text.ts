import { absoluteTime } from '../words/times';
import { NO_AMOUNT } from './amount-words';
import type { HistoryRow } from './backend';
import { table } from './text';

export function historyText(rows: readonly HistoryRow[]): string {
  return table(
    ['TIME', 'NAMESPACE', 'ABOUT', 'WHAT', 'WHO', 'TEXT'],
    rows.map(({ atMs, namespace, about, what, who, text }) => [
      absoluteTime(atMs),
      namespace || NO_AMOUNT,
      about || NO_AMOUNT,
      what,
      who,
      text,
    ]),
  );
}
