import { configFromProcess } from '../../config';
import { loadAccess } from '../../kube/access';
import { wallClock } from '../../lib/time/clock';
import { StoreFailure } from '../../scan/cluster/find-store';
import { reportsIn } from '../../scan/contexts-report';
import { conditionsMet } from '../../scan/core/conditions';
import { AskedNamespaces } from '../../scan/core/namespaces';
import { changesSince, scopeFault } from '../../scan/core/since';
import { helmText, helmValues } from '../../scan/forms/helm';
import { harmless } from '../../scan/forms/texts';
import { type ScanReport, titleOfScanned } from '../../scan/report';
import type { ScanResult } from '../../scan/scan';
import { countOf } from '../../words/counts';
import { formatDuration } from '../../words/times';
import { CommandFailure, EXIT } from '../failure';
import { patchesText, writeFolder } from '../patch-files';
import { plainText } from '../text';
import { type ScanCommandOptions, withPrometheus } from './options';
import { ProgressBar } from './progress-bar';
import { applyRules } from './rules';
import { scanning } from './scanning';
import { tableStyle, withoutCharts, writeText } from './written';

/** What a shell expects of a command that an interrupt ended, or a limit of time, as `timeout` of coreutils does. */
const INTERRUPTED = 130;
const TIMED_OUT = 124;
/** A total limit of time where none is given, beside the time that is sampled. */
const USUALLY_ENOUGH_MS = 2 * 3_600_000;
/** To tell what is known once it is over. */
const GRACE_MS = 60_000;
const MOST_NAMED = 5;

/** Scans, prints the report, and ends as the conditions say. */
export async function scanCommand(options: ScanCommandOptions): Promise<void> {
  if (options.clusters !== undefined) {
    const { scanOfClusters } = await import('./of-clusters');
    return scanOfClusters(options, options.clusters, say);
  }
  if (options.contexts !== undefined) return scanOfContexts(options, options.contexts);
  const config = withPrometheus(configFromProcess(), options);
  const unlike =
    options.baseline &&
    scopeFault(options.baseline, {
      namespace: new AskedNamespaces(options.namespace).text,
      selector: options.selector,
    });
  if (unlike) throw new CommandFailure('usage', `--baseline cannot be used: ${unlike}.`);
  const access = loadAccess({
    kubeconfig: options.kubeconfig ?? config.kubeconfig,
    context: options.context ?? config.kubeContext,
  });
  await stoppable(options, async ({ bar, stopping, exitCode }) => {
    try {
      await scanning({ access, config, options, bar, stopping }, async (result, client) => {
        if (options.baseline) result.report.since = changesSince(options.baseline, result.report);
        await tell(result, options);
        if (stopping.aborted) process.exitCode = exitCode();
        else if (options.failOn) judge([result.report], options.failOn);
        if (options.applyRules && !stopping.aborted)
          await applyRules(client, result.report, {
            isConfirmed: options.yes ?? false,
            selector: options.selector,
            show,
          });
      });
    } catch (error) {
      bar.clear();
      if (!stopping.aborted) throw asFailure(error);
      say('Stopped before anything was known.');
      process.exitCode = exitCode();
    }
  });
}

async function scanOfContexts(options: ScanCommandOptions, which: string): Promise<void> {
  await stoppable(options, async ({ bar, stopping, exitCode }) => {
    const { scanContexts } = await import('./contexts');
    const { report, results, exit } = await scanContexts(options, which, { bar, stopping, say, asFailure });
    const { tellContexts } = await import('./tell-contexts');
    await tellContexts(report, results, options, say);
    if (stopping.aborted) process.exitCode = exitCode();
    else if (exit) process.exitCode = EXIT[exit];
    else if (options.failOn)
      judge(
        reportsIn(report).map((one) => one.report),
        options.failOn,
      );
  });
}

interface Stoppable {
  bar: ProgressBar;
  stopping: AbortSignal;
  /** Of the process, once it is stopped. */
  exitCode(): number;
}

/**
 * An interrupt stops the work, and the end of its time does, and it then tells what is known; a second interrupt ends
 * the process, as does work that goes on all the same.
 */
async function stoppable(
  { timeout, watch }: Pick<ScanCommandOptions, 'timeout' | 'watch'>,
  work: (run: Stoppable) => Promise<void>,
): Promise<void> {
  const bar = new ProgressBar(process.stderr, () => wallClock.steady());
  const stopping = new AbortController();
  let exitCode = INTERRUPTED;
  const stop = (why: string) => {
    stopping.abort();
    bar.clear();
    say(`${why} What is known so far is printed; Ctrl-C quits at once.`);
  };
  const interrupted = () => {
    if (stopping.signal.aborted) process.exit(exitCode);
    stop('Stopping.');
  };
  const limitMs = timeout ?? USUALLY_ENOUGH_MS + watch;
  const endTime = wallClock.after(limitMs, () => {
    if (stopping.signal.aborted) return;
    exitCode = TIMED_OUT;
    stop(`Not done within ${formatDuration(limitMs)}: allow more with --timeout, or scan less at a time.`);
  });
  const endGrace = wallClock.after(limitMs + GRACE_MS, () => {
    if (exitCode === TIMED_OUT) process.exit(TIMED_OUT);
  });
  process.on('SIGINT', interrupted);
  try {
    await work({ bar, stopping: stopping.signal, exitCode: () => exitCode });
  } finally {
    endTime();
    endGrace();
    process.off('SIGINT', interrupted);
  }
}

function asFailure(error: unknown): unknown {
  return error instanceof StoreFailure
    ? new CommandFailure('no-answer', error.message, 'Check --prometheus and its credentials.')
    : error;
}

function judge(reports: readonly ScanReport[], conditions: NonNullable<ScanCommandOptions['failOn']>): void {
  for (const report of reports) {
    const where = reports.length > 1 ? `${report.cluster}: ` : '';
    for (const { condition, workloads } of conditionsMet(conditions, report.workloads)) {
      const named = workloads.slice(0, MOST_NAMED).map(titleOfScanned).join(', ');
      const more = workloads.length > MOST_NAMED ? `, and ${workloads.length - MOST_NAMED} more` : '';
      say(`${where}${condition.text}: ${countOf(workloads.length, 'workload')}: ${named}${more}`);
      process.exitCode = EXIT.differs;
    }
  }
}

async function tell(result: ScanResult, options: ScanCommandOptions): Promise<void> {
  const { output, to } = options;
  if (output === 'patches' && to !== undefined) {
    writeFolder(to, result.patches.files);
    say(`Wrote patches of ${countOf(result.patches.workloads.length, 'workload')} to ${to}.`);
    return;
  }
  if (output === 'helm' && to !== undefined) {
    const { files } = helmValues(result.report);
    writeFolder(to, files);
    say(`Wrote the values of ${countOf(files.length, 'release')} to ${to}.`);
    return;
  }
  writeText(await textOf(result, options), to, say);
}

async function textOf({ report, patches }: ScanResult, options: ScanCommandOptions): Promise<string> {
  switch (options.output) {
    case 'json':
      return `${JSON.stringify(withoutCharts(report), null, 2)}\n`;
    case 'yaml':
      return (await import('../answer-yaml')).answerYaml(withoutCharts(report));
    case 'csv':
      return (await import('../../scan/forms/csv')).csvText(report);
    case 'markdown':
      return (await import('../../scan/forms/markdown')).markdownText(report);
    case 'html':
      return (await import('../../scan/forms/html')).htmlText(report);
    case 'patches':
      return patches.workloads.length > 0 ? `${patchesText(patches)}\n` : '';
    case 'helm':
      return helmText(report);
    case 'table':
    case 'wide': {
      const { tableText } = await import('../../scan/forms/table');
      return `${tableText(report, tableStyle(options))}\n`;
    }
  }
}

/** Lines with their indents. */
function show(lines: string): void {
  process.stderr.write(`${lines.split('\n').map(harmless).join('\n')}\n`);
}

function say(text: string): void {
  process.stderr.write(`${plainText(text)}\n`);
}
