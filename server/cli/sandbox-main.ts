import { parseArgs } from 'node:util';
import { type Sandbox, SandboxError, startSandbox } from '@/sandbox/cluster';
import { SCENARIOS } from '@/sandbox/scenarios/catalogue';
import { type Config, configFromProcess } from '../config';
import { ConfigError } from '../lib/report/errors';
import { createLogger } from '../lib/report/log';
import { acceleratedClock, wallClock } from '../lib/time/clock';
import { durationSetting } from '../lib/time/duration-setting';
import { loadTraces, TraceError } from '../usage/csv-series';

const USAGE = `Usage: npm run sandbox -- [flags]
  --scenario NAME    what the cluster starts with (--list shows all; default small-shop)
  --port PORT        port of the API server on 127.0.0.1 (default: any free one)
  --seed NUMBER      seed for all that is random (default 1)
  --speed FACTOR     how many times faster than real time, 1 to 3600 (default 1)
  --history TIME     how long the workloads have run before the start, such as 8d (default 0d)
  --traces FOLDER    usage for the workloads, as CSV files
  --kubeconfig PATH  where to write the kubeconfig
  --list             list the scenarios and exit
  --help             show this and exit`;

/** A flag that cannot be used. */
class FlagError extends Error {}

interface Flags {
  readonly scenario: string;
  readonly port: number;
  readonly seed: number;
  readonly speed: number;
  readonly pastMs: number;
  readonly traces: string;
  readonly kubeconfig?: string;
  readonly list: boolean;
  readonly help: boolean;
}

function readFlags(args: string[], config: Config): Flags {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    scenario: text,
    port: text,
    seed: text,
    speed: text,
    history: text,
    traces: text,
    kubeconfig: text,
    list: flag,
    help: flag,
  };
  try {
    const { values } = parseArgs({ args, options, strict: true, allowPositionals: false });
    return {
      scenario: values.scenario ?? config.sandboxScenario,
      port: numberIn('--port', values.port, config.sandboxPort, 0, 65_535, true),
      seed: numberIn('--seed', values.seed, config.sandboxSeed, 0, Number.MAX_SAFE_INTEGER, true),
      speed: numberIn('--speed', values.speed, config.clockSpeed, 1, 3600, false),
      pastMs: timeIn('--history', values.history, config.sandboxPastMs),
      traces: values.traces ?? config.sandboxTraces,
      ...(values.kubeconfig !== undefined && { kubeconfig: values.kubeconfig }),
      list: values.list,
      help: values.help,
    };
  } catch (error) {
    if (error instanceof TypeError) throw new FlagError(error.message, { cause: error });
    throw error;
  }
}

function numberIn(
  flag: string,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
  whole: boolean,
): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  const fits = text.trim() !== '' && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (fits) return value;
  throw new FlagError(`${flag} "${text}" must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
}

function timeIn(flag: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const { data } = durationSetting.safeParse(text);
  if (data !== undefined) return data;
  throw new FlagError(`${flag} "${text}" must be a time with a unit, such as 8d or 12h`);
}

async function main(): Promise<void> {
  const config = configFromProcess();
  const flags = readFlags(process.argv.slice(2), config);
  if (flags.help) return console.log(USAGE);
  if (flags.list) {
    for (const { name, summary } of SCENARIOS) console.log(`${name.padEnd(24)}${summary}`);
    return;
  }
  const sandbox = await startSandbox({
    port: flags.port,
    clock: flags.speed === 1 ? wallClock : acceleratedClock(wallClock.now(), flags.speed),
    log: createLogger(config.logLevel),
    scenario: flags.scenario,
    seed: flags.seed,
    pastMs: flags.pastMs,
    ...(flags.traces && { traces: loadTraces(flags.traces) }),
    scalesHorizontally: config.sandboxHpaController,
    dataDir: config.dataDir,
    ...(flags.kubeconfig && { kubeconfigPath: flags.kubeconfig }),
  });
  stopOnSignals(sandbox);
  console.log(`scenario: ${sandbox.scenario}`);
  console.log(`server: ${sandbox.url}`);
  if (sandbox.prometheus) console.log(`prometheus: ${sandbox.prometheus.address}`);
  console.log(`kubeconfig: ${sandbox.kubeconfigPath}`);
}

function stopOnSignals(sandbox: Sandbox): void {
  const stop = () => {
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  if (error instanceof FlagError) console.error(`${error.message}\n\n${USAGE}`);
  else if (error instanceof SandboxError || error instanceof TraceError || error instanceof ConfigError) {
    console.error(error.message);
  } else console.error(error);
  process.exit(error instanceof FlagError ? 2 : 1);
});
