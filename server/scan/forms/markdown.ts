import { RESOURCES } from '../../objects/units';
import type { ScanReport } from '../report';
import { sinceLines, summaryLines } from './summary';
import {
  amountsText,
  changesText,
  fromToMoney,
  harmless,
  killsText,
  knowsThrottling,
  recommendedBy,
  replayText,
  shortText,
  throttledText,
  usedText,
} from './texts';

/** The report as GitHub and others render it. */
export function markdownText(report: ScanReport): string {
  const [title = '', ...lines] = summaryLines(report);
  const hasThrottling = knowsThrottling(report);
  const rows = report.workloads.flatMap((workload) =>
    workload.containers.map((container) => [
      workload.finding,
      workload.namespace,
      `${workload.kind}/${workload.name}`,
      container.name,
      ...RESOURCES.flatMap((resource) => [amountsText(resource, container), usedText(resource, container)]),
      killsText(workload),
      ...(hasThrottling ? [throttledText(container)] : []),
      shortText(workload),
      changesText(workload),
    ]),
  );
  const headings = [
    'finding',
    'namespace',
    'workload',
    'container',
    'CPU request',
    'CPU used: median, 95th, peak',
    'memory request',
    'memory used: median, 95th, peak',
    'kills',
    ...(hasThrottling ? ['throttled'] : []),
    'time short',
    'changes',
  ];
  const whys = report.workloads.flatMap((workload) => {
    const { namespace, kind, name, containers, notes } = workload;
    const said = [
      ...containers.flatMap((one) =>
        RESOURCES.flatMap((resource) =>
          one.why[resource] === undefined ? [] : [`${one.name}, ${resource}: ${one.why[resource]}`],
        ),
      ),
      replayText(workload),
      workload.money ? `A month: ${fromToMoney(report, workload)}.` : '',
      ...notes,
      recommendedBy(workload),
    ].filter(Boolean);
    if (workload.finding === 'fine' || said.length === 0) return [];
    return [`- ${escaped(`${namespace}/${kind}/${name}`)}`, ...said.map((line) => `  - ${escaped(line)}`)];
  });
  return [
    `# ${escaped(title)}`,
    '',
    ...lines.map((line) => `- ${escaped(line)}`),
    ...report.notes.map((note) => `- ${escaped(note)}`),
    ...sinceLines(report).map((line) => `- ${escaped(line.trim())}`),
    ...(rows.length > 0
      ? [
          '',
          tableLine(headings),
          tableLine(headings.map(() => '---')),
          ...rows.map((row) => tableLine(row.map(escaped))),
        ]
      : []),
    ...(whys.length > 0 ? ['', '## Why', '', ...whys] : []),
    ...(report.leftOut.length > 0
      ? [
          '',
          '## Left out',
          '',
          ...report.leftOut.map(
            ({ namespace, kind, name, why }) => `- ${escaped(`${namespace}/${kind}/${name}: ${why}`)}`,
          ),
        ]
      : []),
    '',
  ].join('\n');
}

export function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** A text that Markdown shows as it is. */
export function escaped(text: string): string {
  return harmless(text).replaceAll(/[\\`*_{}[\]<>()#+!|~]/g, '\\$&');
}
