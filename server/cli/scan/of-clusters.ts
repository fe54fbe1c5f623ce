import { z } from 'zod';
import { type Cost, type CostRow, type CostsView, HOURS_PER_MONTH } from '../../contract/costs';
import { together } from '../../decide/pods/money/price';
import { VERSION } from '../../lib/report/version';
import { RESOURCES } from '../../objects/units';
import { bothText } from '../../scan/forms/texts';
import { formatAmounts } from '../../words/amounts';
import { countOf } from '../../words/counts';
import { formatMoney } from '../../words/money';
import { CommandFailure } from '../failure';
import { type AnswerOfCluster, answerUnreadable, askClusters, ofClustersText } from '../of-clusters';
import { table } from '../text';
import type { SCAN_FORMATS, ScanCommandOptions } from './options';
import { writeText } from './written';

const FORMATS = ['table', 'wide', 'json', 'yaml'] as const satisfies readonly (typeof SCAN_FORMATS)[number][];
type ClustersFormat = (typeof FORMATS)[number];

/** What the workloads of one cluster cost, as its Plumbline knows it: all rows of `GET /api/costs`. */
export type CostsOfCluster = Pick<CostsView, 'rows' | 'totals' | 'currency' | 'usedMs'>;

const NOTHING = '-';

const both = z.object({ cpu: z.number(), memory: z.number() });
const cost = z.object({
  pods: z.object({ counted: z.number() }),
  amounts: z.object({ requests: both, target: both, saving: both, growth: both }),
  money: z.object({ saving: both, growth: both }).optional(),
});
const READ = z.object({
  rows: z.array(z.object({ namespace: z.string().optional(), name: z.string(), cost })),
  totals: cost.extend({ workloads: z.number() }),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .optional(),
});

/**
 * Prints what each of the clusters of a hub could free and lacks, by what the Plumbline in it has measured.
 * @throws CommandFailure `usage` if no hub is named, or for a format of a scan of a cluster itself
 */
export async function scanOfClusters(
  options: ScanCommandOptions,
  which: string,
  say: (text: string) => void,
): Promise<void> {
  const { namespace: [namespace, ...others] = [], output, to } = options;
  if (others.length > 0 || namespace?.includes('*'))
    throw new CommandFailure(
      'usage',
      '--clusters takes one -n, without a pattern.',
      'Give one namespace by its name, or scan contexts with --contexts.',
    );
  const format = FORMATS.find((known) => known === output);
  if (format === undefined)
    throw new CommandFailure(
      'usage',
      `-o ${output} works only where the scan reads a cluster itself.`,
      `Choose one of ${FORMATS.join(', ')}, or scan contexts with --contexts.`,
    );
  const found = await askClusters(options, which, async (backend) => {
    const costs = await backend.costs({ namespace });
    if (!READ.safeParse(costs).success) throw answerUnreadable;
    return costs;
  });
  writeText(`${await textOf(found, format)}\n`, to, say);
}

async function textOf(
  found: readonly AnswerOfCluster<CostsOfCluster>[],
  format: ClustersFormat,
): Promise<string> {
  const report = { version: 1, program: `plumbline ${VERSION}`, clusters: found };
  if (format === 'json') return JSON.stringify(report, null, 2);
  if (format === 'yaml') return (await import('../answer-yaml')).answerYaml(report).trimEnd();
  return `${ofClustersText(found, costsText)}\n\n${sumsText(found)}`;
}

/** Those of which something could be freed, or that lack something; of the rest how many there are. */
function costsText({ rows, currency, totals }: CostsOfCluster): string {
  const told = rows.filter(({ cost: { amounts } }) => isAny(amounts.saving) || isAny(amounts.growth));
  const rest = totals.workloads - told.length;
  const others = rest > 0 ? [`${countOf(rest, 'workload')} without a change.`] : [];
  if (told.length === 0) return others[0] ?? 'No workloads.';
  const heads = [
    'WORKLOAD',
    'PODS',
    'CPU',
    'MEMORY',
    'COULD FREE',
    'LACKS',
    ...(currency ? ['A MONTH'] : []),
  ];
  const lines = told.map(({ namespace, name, cost }) => [
    `${namespace}/${name}`,
    String(cost.pods.counted),
    ...RESOURCES.map((resource) =>
      formatAmounts(resource, [cost.amounts.requests[resource], cost.amounts.target[resource]]).join(' → '),
    ),
    ...changesOf(cost, currency),
  ]);
  return [table(heads, lines), ...others].join('\n');
}

/** What each cluster comes to; money is not added up, since currencies may differ. */
function sumsText(found: readonly AnswerOfCluster<CostsOfCluster>[]): string {
  const told = found.flatMap((one) => ('answer' in one ? [{ cluster: one.cluster, ...one.answer }] : []));
  const isPriced = told.some(({ currency }) => currency !== undefined);
  const missing = found.length - told.length;
  const title = `== Scan of ${countOf(found.length, 'cluster')}${missing > 0 ? `, of which ${missing} ${missing === 1 ? 'is' : 'are'} not counted` : ''}`;
  const lines = told.map(({ cluster, totals, currency }) => [
    cluster,
    String(totals.workloads),
    ...changesOf(totals, currency, isPriced),
  ]);
  const heads = ['CLUSTER', 'WORKLOADS', 'COULD FREE', 'LACKS', ...(isPriced ? ['A MONTH'] : [])];
  return `${title}\n${table(heads, [...lines, ['all', ...sumOf(told), ...(isPriced ? [''] : [])]])}`;
}

function sumOf(told: readonly CostsOfCluster[]): string[] {
  const sum = { workloads: 0, saving: { cpu: 0, memory: 0 }, growth: { cpu: 0, memory: 0 } };
  for (const { totals } of told) {
    sum.workloads += totals.workloads;
    for (const part of ['saving', 'growth'] as const)
      for (const resource of RESOURCES) sum[part][resource] += totals.amounts[part][resource];
  }
  return [String(sum.workloads), bothText(sum.saving) || NOTHING, bothText(sum.growth) || NOTHING];
}

function changesOf(
  { amounts, money }: Pick<Cost, 'amounts' | 'money'>,
  currency: string | undefined,
  isPriced = currency !== undefined,
): string[] {
  const month = (saving: number) => saving * HOURS_PER_MONTH;
  const less = money ? month(together(money.saving) - together(money.growth)) : 0;
  const inMoney =
    currency && money ? `${formatMoney(currency, Math.abs(less))} ${less >= 0 ? 'less' : 'more'}` : NOTHING;
  return [
    bothText(amounts.saving) || NOTHING,
    bothText(amounts.growth) || NOTHING,
    ...(isPriced ? [inMoney] : []),
  ];
}

function isAny(amounts: CostRow['cost']['amounts']['saving']): boolean {
  return bothText(amounts) !== '';
}
