import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../config';
import { commandWords } from '../../config/setting';
import { RECOMMENDER_NAMES } from '../../decide/estimators/recommenders';
import { errorText } from '../../lib/report/errors';
import { durationSetting } from '../../lib/time/duration-setting';
import type { Amounts } from '../../objects/units';
import { type FailCondition, readConditions } from '../../scan/core/conditions';
import { type Baseline, readBaseline } from '../../scan/core/since';
import { matcher } from '../../usage/prometheus/queries';
import { CommandFailure } from '../failure';
import { headerOption, withClusters, withServer } from '../options';
import { buffer, floor, type Percentiles, percentiles } from './tuning';

export const SCAN_FORMATS = [
  'table',
  'wide',
  'json',
  'yaml',
  'csv',
  'markdown',
  'html',
  'patches',
  'helm',
] as const;

const REPLAYS = ['worst', 'all', 'none'] as const;
/** A replay costs as much as all else that is done for a dozen workloads; so many are a screenful. */
export const WORST = 50;

export interface ScanCommandOptions {
  kubeconfig?: string;
  context?: string;
  contexts?: string;
  clusters?: string;
  server?: string;
  header: Record<string, string>;
  /** Names and patterns. */
  namespace?: string[];
  allNamespaces?: boolean;
  selector?: string;
  prometheus?: string;
  prometheusHeader: Record<string, string>;
  prometheusToken?: string;
  prometheusTokenFile?: string;
  prometheusUser?: string;
  prometheusTokenCommand?: string[];
  prometheusCloud?: 'aws' | 'google' | 'azure';
  prometheusCa?: string;
  prometheusInsecure?: boolean;
  label: Record<string, string>;
  history: number;
  resolution?: number;
  recommender?: string;
  percentile?: Percentiles;
  buffer?: number;
  floor?: Amounts;
  memory?: 'usage' | 'rss';
  /** False is `none`. */
  replay: (typeof REPLAYS)[number] | false;
  watch: number;
  /** Real time after which it stops; undefined for the usual. */
  timeout?: number;
  cache: boolean;
  output: (typeof SCAN_FORMATS)[number];
  to?: string;
  color?: boolean;
  failOn?: FailCondition[];
  baseline?: Baseline;
  applyRules?: boolean;
  yes?: boolean;
}

/** What a scan that reads a cluster itself takes, and a hub knows nothing of. */
const OF_A_CLUSTER_ITSELF = [
  ...['kubeconfig', 'context', 'contexts', 'selector', 'prometheus', 'prometheusHeader', 'prometheusToken'],
  ...[
    'prometheusTokenFile',
    'prometheusTokenCommand',
    'prometheusCloud',
    'prometheusUser',
    'prometheusCa',
    'prometheusInsecure',
    'label',
    'history',
  ],
  ...[
    'resolution',
    'recommender',
    'percentile',
    'buffer',
    'floor',
    'memory',
    'replay',
    'watch',
    'timeout',
    'cache',
    'failOn',
    'baseline',
    'applyRules',
  ],
];

export function withScanOptions(command: Command): Command {
  return withClusters(withServer(command), OF_A_CLUSTER_ITSELF)
    .description('report what to change in a cluster and why, for every workload; installs nothing')
    .option('--kubeconfig <file>', 'scan the cluster of this kubeconfig')
    .option('--context <name>', 'which context of the kubeconfig')
    .addOption(
      new Option(
        '--contexts <which>',
        'several contexts of the kubeconfig: all, or names such as eu-1,us-1',
      ).conflicts(['context', 'baseline', 'applyRules']),
    )
    .addOption(
      new Option(
        '-n, --namespace <name>',
        'only this namespace, or those like team-*; may be given more than once',
      ).argParser(namespacePattern),
    )
    .addOption(new Option('-A, --all-namespaces', 'all namespaces (default)').conflicts('namespace'))
    .addOption(
      new Option(
        '-l, --selector <labels>',
        'only workloads with these labels, such as team=shop; may be given more than once, and all count',
      ).argParser((text: string, others: string | undefined) =>
        [...(others ? [others] : []), text].join(','),
      ),
    )
    .addOption(
      new Option(
        '--prometheus <url>',
        'address of Prometheus, Thanos, VictoriaMetrics or Mimir, or its Service as monitoring/prometheus (default: looked for in the cluster)',
      ).argParser(prometheusAddress),
    )
    .addOption(
      new Option(
        '--prometheus-header <name: value>',
        'send this header with each query; may be given more than once',
      )
        .argParser(headerOption)
        .default({}, 'none'),
    )
    .option('--prometheus-token <token>', 'bearer token (better in PLUMBLINE_PROMETHEUS_BEARER_TOKEN)')
    .addOption(
      new Option('--prometheus-token-file <file>', 'file with the bearer token').conflicts('prometheusToken'),
    )
    .addOption(
      new Option(
        '--prometheus-user <name:password>',
        'basic auth (better in PLUMBLINE_PROMETHEUS_USERNAME and _PASSWORD)',
      ).conflicts(['prometheusToken', 'prometheusTokenFile']),
    )
    .addOption(
      new Option(
        '--prometheus-token-command <command>',
        'command that prints the bearer token, such as "gcloud auth print-access-token"',
      )
        .argParser(tokenCommand)
        .conflicts(['prometheusToken', 'prometheusTokenFile', 'prometheusUser']),
    )
    .addOption(
      new Option(
        '--prometheus-cloud <name>',
        'sign in to a managed Prometheus with the credentials of this machine',
      )
        .choices(['aws', 'google', 'azure'])
        .conflicts(['prometheusToken', 'prometheusTokenFile', 'prometheusUser', 'prometheusTokenCommand']),
    )
    .option('--prometheus-ca <file>', 'file with its certificate authority')
    .option('--prometheus-insecure', 'do not check its certificate')
    .addOption(
      new Option(
        '--label <name=value>',
        'only series with this label, such as cluster=east; may be given more than once',
      )
        .argParser(seriesLabel)
        .default({}, 'none'),
    )
    .addOption(
      new Option('--history <time>', 'how far to look back')
        .argParser(duration)
        .default(14 * 86_400_000, '14d'),
    )
    .addOption(
      new Option(
        '--resolution <time>',
        'time between two samples (default: 5m; 15m above 350 containers, 1h above 1,000)',
      ).argParser(resolution),
    )
    .addOption(
      new Option(
        '--recommender <name>',
        'use this recommender for all workloads (default: what their VPAs say)',
      ).choices(RECOMMENDER_NAMES),
    )
    .addOption(
      new Option(
        '--percentile <share>',
        'percentile of usage to request, such as 95, or cpu=95,memory=99 (by recommender default)',
      )
        .argParser(percentiles)
        .conflicts('applyRules'),
    )
    .addOption(
      new Option('--buffer <share>', 'what is added to usage, such as 20% (by recommender default)')
        .argParser(buffer)
        .conflicts('applyRules'),
    )
    .addOption(
      new Option(
        '--floor <amounts>',
        'the least to recommend for a pod, shared by its containers, such as cpu=10m,memory=64Mi',
      )
        .argParser(floor)
        .conflicts('applyRules'),
    )
    .addOption(
      new Option(
        '--memory <which>',
        'what counts as use of memory: usage, or rss, which leaves out page cache',
      )
        .choices(['usage', 'rss'])
        .conflicts('applyRules'),
    )
    .addOption(
      new Option(
        '--replay <which>',
        `which workloads live through the period again under a VPA: the ${WORST} worst, all, or none`,
      )
        .choices(REPLAYS)
        .default('worst'),
    )
    .option('--no-replay', 'the same as --replay none')
    .addOption(
      new Option('--watch <time>', 'how long to sample the metrics API where there is no Prometheus')
        .argParser(duration)
        .default(60_000, '1m'),
    )
    .addOption(
      new Option(
        '--timeout <time>',
        'stop after so long in all, print what is known by then and exit with 124 (default: 2h longer than --watch)',
      ).argParser(duration),
    )
    .option('--no-cache', 'read the whole past again, and do not keep it')
    .addOption(
      new Option('-o, --output <format>', 'how to print the report').choices(SCAN_FORMATS).default('table'),
    )
    .option('--to <path>', 'write the report to this file, or patches and values of Helm into this folder')
    .option('--no-color', 'print without colours')
    .addOption(
      new Option(
        '--fail-on <conditions>',
        'exit with 6 if a workload meets a condition, such as "kills>0,short>2%,waste>50%"',
      ).argParser(conditions),
    )
    .addOption(
      new Option('--baseline <file>', 'tell what changed since this report, which -o json wrote').argParser(
        baseline,
      ),
    )
    .option('--apply-rules', 'write a rule that gives every workload a VPA in mode Off; shown first')
    .option('-y, --yes', 'do not ask for confirmation');
}

const RSS_QUERY = 'max by ($by) (max_over_time(container_memory_rss{$matchers}[$window]))';

/** The settings with what the command line says of Prometheus. @throws CommandFailure */
export function withPrometheus(config: Config, options: ScanCommandOptions): Config {
  const { prometheus, prometheusCa } = options;
  const labels = Object.entries(options.label).map(([name, value]) => matcher(name, [value]));
  return {
    ...config,
    ...(prometheus !== undefined && { prometheusAddress: isService(prometheus) ? '' : prometheus }),
    ...credentialsFrom(options),
    ...(options.memory === 'rss' && { prometheusMemoryQuery: RSS_QUERY }),
    ...(prometheusCa !== undefined && { prometheusCaFile: prometheusCa }),
    ...(options.prometheusInsecure && { prometheusInsecure: true }),
    prometheusHeaders: { ...config.prometheusHeaders, ...options.prometheusHeader },
    prometheusMatchers: [config.prometheusMatchers, ...labels].filter(Boolean).join(','),
  };
}

/** One kind of credentials on the command line replaces those of every kind in the settings. */
function credentialsFrom({
  prometheusUser,
  prometheusToken = '',
  prometheusTokenFile = '',
  prometheusTokenCommand = [],
  prometheusCloud,
}: ScanCommandOptions): Partial<Config> {
  const isOther = prometheusTokenCommand.length > 0 || prometheusCloud !== undefined;
  if (prometheusUser === undefined && !prometheusToken && !prometheusTokenFile && !isOther) return {};
  const [username = '', ...password] = prometheusUser?.split(':') ?? [];
  return {
    prometheusBearerToken: prometheusToken,
    prometheusBearerTokenFile: prometheusTokenFile,
    prometheusUsername: username,
    prometheusPassword: password.join(':'),
    prometheusTokenCommand,
    prometheusCloud: prometheusCloud ?? '',
  };
}

/** Whether a scan of several contexts makes files in this form, and no text. */
export function isOfFiles(output: ScanCommandOptions['output']): output is 'html' | 'patches' | 'helm' {
  return output === 'html' || output === 'patches' || output === 'helm';
}

/** Whether it names a Service, as `monitoring/prometheus-server`. */
export function isService(prometheus: string): boolean {
  return /^[a-z0-9-]+\/[a-z0-9-]+$/.test(prometheus);
}

function tokenCommand(text: string): string[] {
  const read = commandWords.safeParse(text);
  if (read.success && read.data.length > 0) return read.data;
  throw new InvalidArgumentError('It must be a command and its words, quotes closed.');
}

/** Does not repeat what may have a password in it. */
function prometheusAddress(text: string): string {
  if (isService(text)) return text;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '');
  throw new CommandFailure(
    'usage',
    '--prometheus must be an address such as http://127.0.0.1:9090, or a Service such as monitoring/prometheus-server.',
  );
}

function namespacePattern(text: string, others: string[] = []): string[] {
  if (/^[a-z0-9*]([-a-z0-9*]*[a-z0-9*])?$/.test(text)) return [...new Set([...others, text])];
  throw new InvalidArgumentError(
    'It must be the name of a namespace, or a pattern such as team-*; give -n again for another.',
  );
}

function seriesLabel(text: string, others: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([a-zA-Z_]\w*)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('It must read name=value, such as cluster=east.');
  return { ...others, [name]: value };
}

const LEAST_MS = 60_000;

function duration(text: string): number {
  const read = durationSetting.safeParse(text);
  if (read.success && read.data >= 1000) return read.data;
  throw new InvalidArgumentError('It must be a duration such as 10m or 14d.');
}

function resolution(text: string): number {
  const ms = duration(text);
  if (ms >= LEAST_MS && ms % LEAST_MS === 0) return ms;
  throw new InvalidArgumentError('It must be whole minutes, such as 5m.');
}

function conditions(text: string): FailCondition[] {
  try {
    return readConditions(text);
  } catch (error) {
    throw new InvalidArgumentError(errorText(error));
  }
}

function baseline(file: string): Baseline {
  try {
    return readBaseline(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new InvalidArgumentError(`${file} cannot be used: ${errorText(error)}.`);
  }
}
