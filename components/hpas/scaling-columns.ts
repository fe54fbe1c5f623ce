import { formatShare } from '@/server/words/counts';
import type { DataColumn } from '../charts/bounds-columns';
import { localAbsoluteTime } from '../times/times';
import { HELD_LABELS } from './hpa-words';
import type { ScalingMark, ScalingRow, ScalingSeries } from './scaling-series';

/** The picture in words: its tooltip shows one row, of the metrics that are drawn, its table all. */
export function scalingColumns(
  { metrics }: Pick<ScalingSeries, 'metrics'>,
  shown = metrics,
): DataColumn<ScalingRow>[] {
  const count = (value: number | undefined) => value?.toLocaleString('en-US');
  return [
    { label: 'Time', words: ({ atMs }) => localAbsoluteTime(atMs) },
    { label: 'Replicas', words: ({ replicas }) => count(replicas) },
    { label: 'Asked for', words: ({ desired }) => count(desired) },
    { label: 'Controller asks for', words: ({ controller }) => count(controller) },
    ...shown.flatMap(({ label, target, place }): DataColumn<ScalingRow>[] => [
      {
        label: `${label}, of its target ${target}`,
        words: ({ metrics: all }) => {
          const ratio = all[place]?.ratio;
          return ratio === undefined ? undefined : formatShare(ratio);
        },
      },
      { label: `${label} asks for`, words: ({ metrics: all }) => count(all[place]?.proposed) },
    ]),
    {
      label: 'Decided by',
      words: ({ winner }) => (winner === undefined ? undefined : metrics[winner]?.label),
    },
    {
      label: 'Held back by',
      words: ({ held }) => (held === undefined || held === 'nothing' ? undefined : HELD_LABELS[held]),
    },
  ];
}

/** One change of the replicas in words: `2 → 4 replicas: cpu of container app asked for 7`. */
export function scalingMarkText({ from, to, winner, proposed, held }: ScalingMark): string {
  const asked = winner && proposed !== undefined ? `: ${winner} asked for ${proposed}` : '';
  const isCut = proposed !== undefined && proposed !== to && held !== 'nothing';
  return `${from} → ${to} replicas${asked}${isCut ? ` (${lower(HELD_LABELS[held])})` : ''}`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
