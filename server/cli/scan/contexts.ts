import { type Config, configFromProcess } from '../../config';
import { contextsIn, loadAccess } from '../../kube/access';
import { isKubeError, type KubeClient } from '../../kube/client';
import { wallClock } from '../../lib/time/clock';
import type { Namespace } from '../../objects/types';
import { type ContextsReport, contextsReport, type ScannedContext } from '../../scan/contexts-report';
import type { ScanResult } from '../../scan/scan';
import { CommandFailure, type Exit, toFailure } from '../failure';
import { isOfFiles, type ScanCommandOptions, withPrometheus } from './options';
import type { ProgressBar } from './progress-bar';
import { scanning } from './scanning';

/** Stands for the name of each context in what the command line says of Prometheus. */
const PLACE = '{context}';

interface Ports {
  bar: ProgressBar;
  stopping: AbortSignal;
  say(text: string): void;
  /** What a command fails with for what a scan throws. */
  asFailure(error: unknown): unknown;
}

interface ScannedContexts {
  report: ContextsReport;
  results: ReadonlyMap<string, ScanResult>;
  /** Of the first context that could not be scanned. */
  exit: Exit | undefined;
}

/** Another context of a cluster that was scanned already. */
class SameCluster extends Error {}

/**
 * Scans contexts of a kubeconfig one after the other; one that cannot be scanned costs only itself.
 * @param which `all`, or names such as `eu-1,us-1`
 * @throws CommandFailure `usage`; AccessError if there is no kubeconfig
 */
export async function scanContexts(
  options: ScanCommandOptions,
  which: string,
  { bar, stopping, say, asFailure }: Ports,
): Promise<ScannedContexts> {
  if (options.to === undefined && isOfFiles(options.output))
    throw new CommandFailure('usage', `-o ${options.output} has files for each context.`, 'Add --to FOLDER.');
  const config = configFromProcess();
  const kubeconfig = options.kubeconfig ?? config.kubeconfig;
  const chosen = chosenContexts(contextsIn({ kubeconfig }), which);
  refuseOneForAll(options, config, chosen);
  const scanned: ScannedContext[] = [];
  const results = new Map<string, ScanResult>();
  const known = new Map<string, string>();
  let exit: Exit | undefined;
  for (const context of chosen) {
    if (stopping.aborted) {
      scanned.push({ context, failure: 'stopped before it was its turn' });
      continue;
    }
    say(`== ${context}`);
    let sameAs: string | undefined;
    const notTwice = async (client: KubeClient) => {
      const id = await clusterId(client, stopping);
      sameAs = id === undefined ? undefined : known.get(id);
      if (sameAs !== undefined) throw new SameCluster();
      if (id !== undefined) known.set(id, context);
    };
    try {
      const access = loadAccess({ kubeconfig, context });
      const own = withPrometheus(config, forContext(options, context));
      await scanning(
        { access, config: own, options, bar, stopping },
        (result) => {
          scanned.push({ context, report: result.report });
          results.set(context, result);
        },
        notTwice,
      );
    } catch (thrown) {
      bar.clear();
      if (thrown instanceof SameCluster) scanned.push({ context, sameAs: sameAs ?? '' });
      else {
        const { message, remedy, exit: own } = toFailure(asFailure(thrown));
        if (!stopping.aborted) exit ??= own;
        scanned.push({
          context,
          failure: stopping.aborted
            ? 'stopped before anything was known'
            : `error: ${message.replace(/(?<![.!?:])$/, '.')} ${remedy}`.trim(),
        });
      }
    }
  }
  return { report: contextsReport(scanned, wallClock.now()), results, exit };
}

/** @throws CommandFailure that names what there is */
function chosenContexts(known: readonly string[], which: string): readonly string[] {
  if (known.length === 0)
    throw new CommandFailure('usage', 'The kubeconfig has no contexts.', 'Name another with --kubeconfig.');
  if (which === 'all') return known;
  const wanted = [...new Set(which.split(',').map((name) => name.trim()))];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new CommandFailure(
      'usage',
      `The kubeconfig has no context ${unknown.join(', ')}.`,
      `It has ${known.join(', ')}.`,
    );
  return wanted;
}

/** A store that is named for all would tell of each cluster what all of them use. */
function refuseOneForAll(options: ScanCommandOptions, config: Config, chosen: readonly string[]): void {
  const named = withPrometheus(config, options).prometheusAddress;
  const told = [options.prometheus ?? '', ...Object.values(options.label)];
  if (!named || chosen.length < 2 || told.some((text) => text.includes(PLACE))) return;
  throw new CommandFailure(
    'usage',
    'You named one Prometheus for several contexts.',
    `Tell them apart, as with --label 'cluster=${PLACE}', or leave it out: it is looked for in each cluster.`,
  );
}

function forContext(options: ScanCommandOptions, context: string): ScanCommandOptions {
  const { prometheus, label } = options;
  return {
    ...options,
    ...(prometheus !== undefined && {
      prometheus: prometheus
        .replaceAll(PLACE, encodeURIComponent(context))
        .replaceAll(encodeURI(PLACE), encodeURIComponent(context)),
    }),
    label: Object.fromEntries(
      Object.entries(label).map(([name, value]) => [name, value.replaceAll(PLACE, context)]),
    ),
  };
}

/** By which a cluster is known under any address; undefined where it may not be read. */
async function clusterId(client: KubeClient, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { metadata } = await client.request<Namespace>('GET', '/api/v1/namespaces/kube-system', { signal });
    return metadata.uid;
  } catch (error) {
    if (isKubeError(error, 'forbidden') || isKubeError(error, 'not-found')) return undefined;
    throw error;
  }
}
