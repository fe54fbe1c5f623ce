import { createHash } from 'node:crypto';
import { RESOURCES, type Resource } from '../../objects/units';
import { countOf } from '../../words/counts';
import { formatMoney } from '../../words/money';
import { SCAN_FINDING_WORDS, SCAN_FINDINGS } from '../../words/scan-findings';
import { killsOf, shortOf, weightOf } from '../core/findings';
import type { ScannedContainer, ScannedWorkload, ScanReport, UsageLines } from '../report';
import { packedLine } from './lines';
import { PAGE_SCRIPT } from './page-script';
import { PAGE_STYLE } from './page-style';
import { CLOSING_LINES, findingCounts, sinceLines, summaryLines } from './summary';
import {
  amountsText,
  bothText,
  changesText,
  fromToMoney,
  harmless,
  killsText,
  NOT_STATED,
  recommendedBy,
  replayText,
  shareText,
  shortText,
  stated,
  totalText,
  usedText,
} from './texts';

/** The report as one file that needs no network; it runs no script but its own. */
export function htmlText(report: ScanReport): string {
  const [title = '', ...lines] = summaryLines(report);
  return `${pageHead(title)}
<body>
<main>
<h1>${safe(title)}</h1>
${lines.slice(0, 1).map(paragraph).join('\n')}
<ul class="cards">${cardsOf(report).map(card).join('')}</ul>
${listOf('notes', report.notes)}
${listOf('notes', sinceLines(report))}
${namespacesTable(report)}
<h2>Workloads</h2>
<div class="tools">
<input id="q" type="search" placeholder="Name or namespace" aria-label="Name or namespace">
<select id="finding" aria-label="Finding"><option value="">All findings</option>${SCAN_FINDINGS.map((one) => `<option>${one}</option>`).join('')}</select>
<span class="soft" id="shown" aria-live="polite"></span>
</div>
<div class="scroll"><table class="list">
<thead><tr>${COLUMNS.map(({ title: head, isNumber }) => `<th scope="col"${isNumber ? ' class="n"' : ''}><button type="button">${head}</button></th>`).join('')}</tr></thead>
<tbody>
${report.workloads.map(rowOf).join('\n')}
</tbody>
</table></div>
<h2>What the findings mean</h2>
${SCAN_FINDINGS.map((one) => `<p><span class="f ${one}">${one}</span> ${safe(SCAN_FINDING_WORDS[one])}</p>`).join('\n')}
${leftOut(report)}
<footer>${[...CLOSING_LINES, `${report.program}. Times are UTC.`].map(paragraph).join('\n')}</footer>
</main>
<script type="application/json" id="data">${json(report.workloads.map((one) => detailsOf(one, report)))}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

/** What comes before the body of a page; it runs no script but ours. */
export function pageHead(title: string): string {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(PAGE_STYLE)}'`,
    `script-src '${hashOf(PAGE_SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${safe(title)}</title>
<style>${PAGE_STYLE}</style>
</head>`;
}

const COLUMNS = [
  { title: 'Finding', isNumber: false },
  { title: 'Workload', isNumber: false },
  { title: 'CPU request', isNumber: false },
  { title: 'Memory request', isNumber: false },
  { title: 'Kills', isNumber: true },
  { title: 'Time short', isNumber: true },
  { title: 'Changes', isNumber: true },
  { title: 'Frees', isNumber: true },
] as const;

function cardsOf(report: ScanReport): Card[] {
  const { sum, nodes, currency } = report;
  return [
    { title: 'Workloads', value: String(sum.workloads), note: findingCounts(sum) },
    amountsCard('Requested now', sum.requests),
    amountsCard('Could free', sum.frees),
    amountsCard('Lacks', sum.adds),
    {
      title: 'OOM kills',
      value: String(sum.kills),
      ...(sum.killsUnknown && { note: `not known of ${countOf(sum.killsUnknown, 'workload')}` }),
    },
    ...(currency && sum.money
      ? [
          {
            title: 'A month',
            value: `${formatMoney(currency, sum.money.now)} → ${formatMoney(currency, sum.money.next)}`,
          },
        ]
      : []),
    ...(nodes?.next === undefined
      ? []
      : [
          {
            title: 'Nodes that would do',
            value: `${nodes.next} of ${nodes.nodes}`,
            ...(nodes.now !== undefined && { note: `today's requests need ${nodes.now}` }),
          },
        ]),
  ];
}

/** A figure at the head of the page, with what it is made of. */
interface Card {
  readonly title: string;
  readonly value: string;
  readonly note?: string;
}

function amountsCard(title: string, amounts: ScanReport['sum']['frees']): Card {
  const [value = 'nothing', note] = RESOURCES.flatMap(
    (resource) => totalText(resource, amounts[resource]) ?? [],
  );
  return { title, value, ...(note !== undefined && { note }) };
}

function card({ title, value, note }: Card): string {
  const below = note === undefined ? '' : `<span class="soft">${safe(note)}</span>`;
  return `<li><span class="soft">${safe(title)}</span><b>${safe(value)}</b>${below}</li>`;
}

function paragraph(text: string): string {
  return `<p class="soft">${safe(text)}</p>`;
}

function listOf(className: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : `<ul class="${className}">${lines.map((line) => `<li>${safe(line)}</li>`).join('')}</ul>`;
}

function namespacesTable({ namespaces, currency }: ScanReport): string {
  if (namespaces.length < 2) return '';
  const heads = [
    'Namespace',
    'Workloads',
    'Frees CPU',
    'Frees memory',
    'Lacks CPU',
    'Lacks memory',
    ...(currency ? ['A month'] : []),
    'Findings',
  ];
  const rows = namespaces.map((one) => {
    const amounts = (['frees', 'adds'] as const).flatMap((part) =>
      RESOURCES.map((resource) => totalText(resource, one[part][resource]) ?? NOT_STATED),
    );
    const month = currency ? [fromToMoney({ currency }, one) || NOT_STATED] : [];
    const cells = [String(one.workloads), ...amounts, ...month].map(
      (text) => `<td class="n">${safe(text)}</td>`,
    );
    return `<tr><td>${safe(one.namespace)}</td>${cells.join('')}<td class="k">${safe(findingCounts(one))}</td></tr>`;
  });
  const isNumber = (index: number) => index > 0 && index < heads.length - 1;
  return `<h2>Namespaces</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Namespaces"><table><thead><tr>${heads.map((head, index) => `<th scope="col"${isNumber(index) ? ' class="n"' : ''}>${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

function rowOf(workload: ScannedWorkload, index: number): string {
  const { finding, namespace, kind, name, replicas, containers, replayed, frees } = workload;
  const amounts = (resource: Resource) =>
    containers
      .map((one) => {
        const of = containers.length > 1 ? `<span class="soft">${safe(one.name)}</span> ` : '';
        return `<div>${of}${safe(amountsText(resource, one))}</div>`;
      })
      .join('');
  const cells: [attributes: string, value: string | number, html: string][] = [
    ['', SCAN_FINDINGS.indexOf(finding) * -1, `<span class="f ${finding}">${finding}</span>`],
    [
      ' class="w"',
      `${namespace}/${name}`,
      `<button type="button" class="name" aria-expanded="false"><b>${safe(name)}</b><br><span class="soft">${safe(`${namespace}, ${kind}, ${countOf(replicas, 'pod')}`)}</span></button>`,
    ],
    [' class="amounts"', changeOf(workload, 'cpu'), amounts('cpu')],
    [' class="amounts"', changeOf(workload, 'memory'), amounts('memory')],
    [' class="n"', killsOf(workload), safe(killsText(workload))],
    [' class="n"', shortOf(workload), safe(shortText(workload))],
    [' class="n"', replayed?.recommended?.changes ?? -1, changesText(workload)],
    [' class="n"', weightOf(frees), safe(bothText(frees) || NOT_STATED)],
  ];
  const html = cells.map(
    ([attributes, value, inner], column) =>
      `<td${attributes} data-of="${COLUMNS[column]?.title}" data-v="${safe(String(value))}">${inner}</td>`,
  );
  const text = safe(`${namespace}/${kind}/${name}`.toLowerCase());
  return `<tr data-i="${index}" data-finding="${finding}" data-text="${text}">${html.join('')}</tr>`;
}

/** What is requested less than now, of all pods. */
function changeOf({ requests, next }: ScannedWorkload, resource: Resource): number {
  return requests[resource] - next[resource];
}

/** What the page draws of a workload once it is opened. */
function detailsOf(workload: ScannedWorkload, report: ScanReport) {
  const { chart, containers, notes, money } = workload;
  return {
    fromMs: chart?.fromMs ?? 0,
    stepMs: chart?.stepMs ?? 0,
    lines: [
      replayText(workload),
      money ? `A month: ${fromToMoney(report, workload)}.` : '',
      ...notes,
      recommendedBy(workload),
    ]
      .filter(Boolean)
      .map(harmless),
    containers: containers.map((container) => {
      const lines = chart?.containers.find(({ name }) => name === container.name);
      return {
        name: harmless(container.name),
        ...(lines && {
          cpu: drawn('cpu', container, lines.cpu),
          memory: drawn('memory', container, lines.memory),
        }),
      };
    }),
  };
}

function drawn(resource: Resource, container: ScannedContainer, { mean, max }: UsageLines) {
  const { now, next, used, kills, throttled, why } = container;
  const top = max.reduce((most: number, value) => Math.max(most, value ?? 0), 0);
  const told = [
    used[resource] ? `used ${usedText(resource, container)} (median, 95th percentile, peak)` : '',
    resource === 'memory' && kills ? countOf(kills, 'OOM kill') : '',
    resource === 'cpu' && throttled ? `throttled in ${shareText(throttled)} of periods` : '',
  ];
  return {
    top,
    mean: packedLine(mean, top),
    max: packedLine(max, top),
    used: told.filter(Boolean).join('; '),
    request: now.requests[resource],
    requestText: stated(resource, now.requests),
    next: next?.requests[resource],
    nextText: stated(resource, next?.requests),
    limit: now.limits[resource],
    limitText: stated(resource, now.limits),
    ...(resource === 'memory' &&
      container.limitTarget !== undefined && {
        limitNext: container.limitTarget,
        limitNextText: stated(resource, next?.limits),
      }),
    why: why[resource],
  };
}

function leftOut({ leftOut }: ScanReport): string {
  if (leftOut.length === 0) return '';
  const lines = leftOut.map(({ namespace, kind, name, why }) => `${namespace}/${kind}/${name}: ${why}`);
  return `<h2>Left out</h2>\n${listOf('notes', lines)}`;
}

/** A text within HTML, also within an attribute. */
export function safe(text: string): string {
  return harmless(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Data within a script element, which no text of it ends. */
function json(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
