import type { ContainerChange } from '../contract/plan';
import { RESOURCES } from '../objects/units';
import { resourceName } from '../words/amounts';
import { AWAITED_EVENTS } from '../words/awaited-events';
import { placeName } from '../words/container-name';
import { countOf } from '../words/counts';
import { reasonsText } from '../words/reasons';
import { absoluteTime } from '../words/times';
import { fromTo } from './amount-words';
import type { PlanReport } from './backend';
import { plainText, table } from './text';

/** One line for each group of pods that the next pass treats alike. */
export function planText({ atMs, updater, rows }: PlanReport): string {
  const state = updater.kind === 'following' ? `; ${updater.leader} acts` : '';
  const heading = `Plan of ${absoluteTime(atMs)}${state}`;
  const headings = ['NAMESPACE', 'VPA', 'MODE', 'PODS', 'DECISION', 'FIRST POD', 'CHANGE', 'WHY', 'UNTIL'];
  const lines = rows.flatMap(({ namespace, name, updateMode, groups }) =>
    groups.map(({ decision, count, pods, changes, reasons, awaits, notBeforeMs }) => [
      namespace,
      name,
      updateMode,
      String(count),
      decision,
      pods[0]?.name ?? '',
      changes.map(changeText).join('; '),
      reasonsText(reasons, atMs),
      [
        ...(notBeforeMs === undefined ? [] : [absoluteTime(notBeforeMs)]),
        ...awaits.map((event) => AWAITED_EVENTS[event]),
      ].join('; '),
    ]),
  );
  if (lines.length === 0) return `${plainText(heading)}: no VPA has pods.`;
  const pods = rows.reduce((sum, row) => sum + row.pods, 0);
  return `${plainText(heading)}: ${countOf(pods, 'pod')}.\n\n${table(headings, lines)}`;
}

/** `app: 100m → 163m, 512 MiB → 200 MiB, memory limit 512 MiB → 480 MiB` */
function changeText({ container, from, to, limits, formerLimits }: ContainerChange): string {
  const requests = RESOURCES.map((resource) => fromTo(resource, from, { ...from, ...to }));
  const limited = RESOURCES.filter((resource) => limits[resource] !== undefined).map(
    (resource) => `${resourceName(resource)} limit ${fromTo(resource, formerLimits, limits)}`,
  );
  return `${placeName(container)}: ${[...requests, ...limited].join(', ')}`;
}
