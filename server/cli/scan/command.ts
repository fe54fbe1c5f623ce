import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { wallClock } from '../../clock';
import { configFromProcess } from '../../config';
import { errorText } from '../../errors';
import { loadAccess } from '../../kube/access';
import { KubeClient } from '../../kube/client';
import { ServerTime } from '../../kube/server-time';
import { replaySettings } from '../../replay/policies';
import { StoreFailure } from '../../scan/cluster/find-store';
import { conditionsMet } from '../../scan/core/conditions';
import { changesSince, scopeFault } from '../../scan/core/since';
import { harmless } from '../../scan/forms/texts';
import { ReplayThreads } from '../../scan/replays/threads';
import { titleOfScanned } from '../../scan/report';
import { type ScanResult, scan } from '../../scan/scan';
import { countOf } from '../../words/counts';
import { CommandFailure, EXIT } from '../failure';
import { patchesText, writeFolder } from '../patch-files';
import { plainText } from '../text';
import { type ScanCommandOptions, withPrometheus } from './options';
import { ProgressBar } from './progress-bar';
import { applyRules } from './rules';

/** What a shell expects of a command that an interrupt ended. */
const INTERRUPTED = 130;
const MOST_NAMED = 5;
/** As it is bundled beside this. */
const REPLAY_THREAD = new URL('./replay-thread.mjs', import.meta.url);

/** Scans, prints the report, and ends as the conditions say. */
export async function scanCommand(options: ScanCommandOptions): Promise<void> {
  const config = withPrometheus(configFromProcess(), options);
  const unlike = options.baseline && scopeFault(options.baseline, options);
  if (unlike) throw new CommandFailure('usage', `--baseline cannot be used: ${unlike}.`);
  const access = loadAccess({
    kubeconfig: options.kubeconfig ?? config.kubeconfig,
    context: options.context ?? config.kubeContext,
  });
  const serverTime = new ServerTime();
  const limits = { qps: config.kubeApiQps, burst: config.kubeApiBurst, clock: wallClock, serverTime };
  const client = KubeClient.connect(access, limits);
  const bar = new ProgressBar(process.stderr, () => wallClock.steady());
  const stopping = new AbortController();
  const interrupted = () => {
    if (stopping.signal.aborted) process.exit(INTERRUPTED);
    stopping.abort();
    bar.clear();
    say('Stopping: what is known is printed. Once more ends at once.');
  };
  process.on('SIGINT', interrupted);
  const replayer = options.replay
    ? new ReplayThreads(replaySettings(config), stopping.signal, { file: REPLAY_THREAD })
    : undefined;
  try {
    const result = await scan({
      client,
      clock: { now: () => Math.floor(wallClock.now() + serverTime.offMs) },
      wallClock,
      cluster: access.context ?? client.server,
      config,
      namespace: options.namespace,
      selector: options.selector,
      historyMs: options.history,
      stepMs: options.resolution,
      recommender: options.recommender,
      replayer,
      patches: options.output === 'patches',
      watchMs: options.watch,
      cacheDir: options.cache ? config.cacheDir || path.join(os.homedir(), '.cache', 'plumbline') : undefined,
      progress: bar,
      stopping: stopping.signal,
    });
    if (options.baseline) result.report.since = changesSince(options.baseline, result.report);
    await tell(result, options);
    if (stopping.signal.aborted) process.exitCode = INTERRUPTED;
    else if (options.failOn) judge(result, options.failOn);
    if (options.applyRules && !stopping.signal.aborted)
      await applyRules(client, result.report, {
        isConfirmed: options.yes ?? false,
        selector: options.selector,
        show,
      });
  } catch (error) {
    bar.clear();
    if (stopping.signal.aborted) {
      say('Stopped before anything was known.');
      process.exitCode = INTERRUPTED;
      return;
    }
    if (error instanceof StoreFailure)
      throw new CommandFailure('no-answer', error.message, 'Check --prometheus and its credentials.');
    throw error;
  } finally {
    process.off('SIGINT', interrupted);
    await replayer?.close();
    await client.close();
  }
}

function judge({ report }: ScanResult, conditions: NonNullable<ScanCommandOptions['failOn']>): void {
  const met = conditionsMet(conditions, report.workloads);
  for (const { condition, workloads } of met) {
    const named = workloads.slice(0, MOST_NAMED).map(titleOfScanned).join(', ');
    const more = workloads.length > MOST_NAMED ? `, and ${workloads.length - MOST_NAMED} more` : '';
    say(`${condition.text}: ${countOf(workloads.length, 'workload')}: ${named}${more}`);
  }
  if (met.length > 0) process.exitCode = EXIT.differs;
}

async function tell(result: ScanResult, options: ScanCommandOptions): Promise<void> {
  const { output, to } = options;
  if (output === 'patches' && to !== undefined) {
    writeFolder(to, result.patches.files);
    say(`Wrote patches of ${countOf(result.patches.workloads.length, 'workload')} to ${to}.`);
    return;
  }
  const text = await textOf(result, options);
  if (to === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    mkdirSync(path.dirname(path.resolve(to)), { recursive: true });
    writeFileSync(to, text);
  } catch (error) {
    throw new CommandFailure('failed', `${to} cannot be written: ${errorText(error)}`);
  }
  say(`Wrote ${to}.`);
}

async function textOf({ report, patches }: ScanResult, options: ScanCommandOptions): Promise<string> {
  switch (options.output) {
    case 'json':
      return `${JSON.stringify(plain(report), null, 2)}\n`;
    case 'yaml':
      return (await import('../answer-yaml')).answerYaml(plain(report));
    case 'csv':
      return (await import('../../scan/forms/csv')).csvText(report);
    case 'markdown':
      return (await import('../../scan/forms/markdown')).markdownText(report);
    case 'html':
      return (await import('../../scan/forms/html')).htmlText(report);
    case 'patches':
      return patches.workloads.length > 0 ? `${patchesText(patches)}\n` : '';
    case 'table':
    case 'wide': {
      const { tableText } = await import('../../scan/forms/table');
      const isTerminal = options.to === undefined && process.stdout.isTTY;
      return `${tableText(report, {
        columns: isTerminal ? process.stdout.columns : undefined,
        isColoured: isTerminal && options.color !== false && process.stdout.hasColors?.() === true,
        isWide: options.output === 'wide',
      })}\n`;
    }
  }
}

/** Without the lines of charts, which only the page draws. */
function plain({ workloads, ...report }: ScanResult['report']) {
  return { ...report, workloads: workloads.map(({ chart: _, ...workload }) => workload) };
}

/** Lines with their indents. */
function show(lines: string): void {
  process.stderr.write(`${lines.split('\n').map(harmless).join('\n')}\n`);
}

function say(text: string): void {
  process.stderr.write(`${plainText(text)}\n`);
}
