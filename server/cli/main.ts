import { Argument, Command, CommanderError } from 'commander';
import { version } from '@/package.json';
import type { InboxView } from '../contract/inbox';
import type { StopScope } from '../decide/pods/stop';
import { optimizeLate } from '../lib/time/optimize-late';
import { countOf } from '../words/counts';
import type { Backend } from './backend';
import { clustersText, ordersText } from './clusters-text';
import { confirm } from './confirmation';
import { differences, diffText } from './diff-text';
import { CommandFailure, EXIT, type Exit, toFailure } from './failure';
import { historyText } from './history-text';
import { inboxText } from './inbox-text';
import { askClusters, ofClustersText } from './of-clusters';
import {
  type ClustersOption,
  type CommonOptions,
  type Format,
  namespaceOption,
  objectName,
  openBackend,
  openHub,
  type PlaceOptions,
  placeOption,
  positiveOption,
  SCOPES,
  scopeOption,
  withClusters,
  withCommon,
  withNamespace,
  withPlace,
} from './options';
import { patchesText, writeFolder } from './patch-files';
import { planText } from './plan-text';
import { answeredRules } from './rules';
import { rulesText } from './rules-text';
import { type ScanCommandOptions, withScanOptions } from './scan/options';
import { statusText } from './status-text';
import { isStoppedIn, resumeText, scopeText, stopsText } from './stops-text';
import { plainText } from './text';
import { whyText } from './why-text';

const USUAL_HISTORY = 50;
/** The reader of a pipe, such as `head`, has seen enough. */
const BROKEN_PIPE = 'EPIPE';

const EXITS = `
Exit codes:
  0  done
  1  failed
  2  the command line is wrong
  3  there is no such object
  4  you may not do this
  5  no answer: unreachable, starting or busy
  6  diff --exit-code, rules --exit-code: there are differences; scan --fail-on: a condition is met
`;

interface VpaOption {
  vpa?: string;
}

interface StopOptions extends PlaceOptions, ClustersOption {
  yes?: boolean;
  reason?: string;
}

/** The command line; `name` is how people call it. */
function commandLine(name: string): Command {
  const program = new Command(name)
    .description('See what the vertical pod autoscaler knows and does, and stop it, from the command line')
    .version(version)
    .addHelpText('after', EXITS)
    .exitOverride();
  withClusters(withPlace(program.command('status')))
    .description('show what each workload with a VPA requests, and what is recommended')
    .action(status);
  withClusters(withPlace(program.command('inbox')))
    .description('list what is broken, what waits for you and what could be better; asks a dashboard')
    .action(inbox);
  withNamespace(program.command('why <pod>'))
    .description('tell which VPA controls a pod, or why none does, and what happens to it next')
    .action(why);
  withClusters(withPlace(program.command('plan')))
    .description('show what the next pass does to each pod, and why')
    .option('--vpa <name>', 'only the pods of this VPA', objectName)
    .action(plan);
  withPlace(program.command('diff'))
    .argument('[vpa]', 'only this VPA')
    .description('compare what workload templates state with what new pods would get, as a unified diff')
    .option('--exit-code', 'exit with 6 if there are differences')
    .action(diff);
  withPlace(program.command('export'))
    .argument('[vpa]', 'only this VPA')
    .description(
      'write recommendations as patches for Git, to standard output or into a folder for Kustomize',
    )
    .option('--to <folder>', 'write the files into this folder, which must be new or empty')
    .action(exportPatches);
  stopping(
    program.command('stop'),
    'stop Plumbline: it evicts, resizes and patches nothing until someone resumes',
  )
    .option('--reason <text>', 'why; kept in the audit log')
    .action(stop);
  stopping(program.command('resume'), 'lift a stop; name the scope that was stopped').action(resume);
  withClusters(withPlace(program.command('history')))
    .description('show what was done: the audit log of a dashboard, or the events of the cluster')
    .option('--vpa <name>', 'only this VPA', objectName)
    .option('--limit <count>', 'show at most this many', positiveOption, USUAL_HISTORY)
    .action(history);
  withClusters(withCommon(program.command('rules')))
    .description('show which clusters of a hub lack a rule, or have another version of it')
    .option('--exit-code', 'exit with 6 if there are differences')
    .action(rules);
  withScanOptions(program.command('scan')).action(scanCluster);
  for (const command of program.commands) command.exitOverride().addHelpText('after', EXITS);
  return program;
}

function stopping(command: Command, description: string): Command {
  return withClusters(withNamespace(command))
    .addArgument(new Argument('<scope>', 'everything, one namespace or one VPA').choices(SCOPES))
    .argument('[name]', 'the namespace; or the VPA, as NAMESPACE/NAME or as NAME with -n')
    .description(description)
    .option('-y, --yes', 'do not ask for confirmation');
}

async function scanCluster(options: ScanCommandOptions): Promise<void> {
  const { scanCommand } = await import('./scan/command');
  await scanCommand(options);
}

async function status(options: PlaceOptions & ClustersOption): Promise<void> {
  if (options.clusters !== undefined)
    return print(options.output, await openHub(options).clusters(options.clusters), clustersText);
  await through(options, async (backend) => {
    const namespace = namespaceOption(options, backend);
    const vpas = await backend.vpas({ namespace });
    if (vpas.length === 0) none('VPAs', namespace);
    const known = vpas.length > 0 ? await backend.inbox({ namespace }) : undefined;
    const counts = known?.tallies.urgency;
    await print(options.output, vpas, vpas.length > 0 ? (rows) => statusText(rows, counts) : undefined);
  });
}

async function inbox(options: PlaceOptions & ClustersOption): Promise<void> {
  const { namespace } = options;
  if (options.clusters !== undefined)
    return printClusters(
      options,
      (backend) => backend.inbox({ namespace }),
      (found) => inboxText(found as InboxView),
    );
  await through(options, async (backend) => {
    const found = await backend.inbox({ namespace: namespaceOption(options, backend) });
    if (!found)
      throw new CommandFailure(
        'usage',
        'Only a dashboard can tell what is broken: the cluster alone does not know the usage.',
        'Name one with --server or PLUMBLINE_SERVER.',
      );
    await print(options.output, found, inboxText);
  });
}

async function why(pod: string, options: PlaceOptions): Promise<void> {
  await through(options, async (backend) => {
    const { namespace, name } = placeOption(pod, options, backend);
    await print(options.output, await backend.pod(namespace, name), whyText);
  });
}

async function plan(options: PlaceOptions & VpaOption & ClustersOption): Promise<void> {
  if (options.clusters !== undefined) {
    const { namespace, vpa } = options;
    return printClusters(options, (backend) => backend.plan({ namespace, vpa }), planText);
  }
  await through(options, async (backend) => {
    const namespace = namespaceOption(options, backend);
    const { vpa } = options;
    const found = await backend.plan({ namespace, vpa });
    if (vpa !== undefined && found.rows.length === 0) {
      const vpas = await backend.vpas({ namespace });
      if (!vpas.some(({ name }) => name === vpa)) throw noVpa(namespace ? `${namespace}/${vpa}` : vpa);
    }
    await print(options.output, found, planText);
  });
}

async function diff(vpa: string | undefined, options: PlaceOptions & { exitCode?: boolean }): Promise<void> {
  await through(options, async (backend) => {
    const place = vpa === undefined ? undefined : placeOption(vpa, options, backend);
    const namespace = place ? place.namespace : namespaceOption(options, backend);
    const vpas = await backend.vpas({ namespace });
    const chosen = place ? vpas.filter(({ name }) => name === place.name) : vpas;
    if (place && chosen.length === 0) throw noVpa(`${place.namespace}/${place.name}`);
    for (const { namespace: of, name, fault } of chosen)
      if (fault) say(`warning: VPA ${of}/${name} is left out: ${fault}`);
    const found = differences(chosen);
    await print(options.output, found, found.length > 0 ? diffText : undefined);
    if (found.length > 0 && options.exitCode) process.exitCode = EXIT.differs;
  });
}

async function exportPatches(
  vpa: string | undefined,
  options: PlaceOptions & { to?: string },
): Promise<void> {
  await through(options, async (backend) => {
    const place = vpa === undefined ? undefined : placeOption(vpa, options, backend);
    const where = place
      ? { namespace: place.namespace, vpa: place.name }
      : { namespace: namespaceOption(options, backend) };
    const made = await backend.patches(where);
    for (const { namespace, vpa: name, why } of made.leftOut)
      say(`warning: VPA ${namespace}/${name} is left out: ${why}`);
    if (options.to !== undefined) {
      writeFolder(options.to, made.files);
      say(
        `Wrote patches of ${countOf(made.workloads.length, 'workload')} to ${options.to}; see README.md there.`,
      );
      return;
    }
    if (made.workloads.length === 0) say('There is nothing to export.');
    await print(options.output, made, made.workloads.length > 0 ? patchesText : undefined);
  });
}

async function rules(options: CommonOptions & ClustersOption & { exitCode?: boolean }): Promise<void> {
  const { notes, differs, ...found } = await answeredRules(options);
  for (const note of notes) say(`warning: ${note}`);
  if (found.rows.length === 0) say('There are no rules.');
  await print(options.output, found, found.rows.length > 0 ? rulesText : undefined);
  if (differs && options.exitCode) process.exitCode = EXIT.differs;
  else if (notes.length > 0) process.exitCode = EXIT['no-answer'];
}

async function stop(
  kind: (typeof SCOPES)[number],
  name: string | undefined,
  options: StopOptions,
): Promise<void> {
  if (options.clusters !== undefined) return orderClusters('stop', options.clusters, kind, name, options);
  await through(options, async (backend) => {
    const scope = scopeOption(kind, name, options, backend);
    await confirm(
      `This stops ${scopeText(scope)}: nothing is evicted, resized or patched until someone resumes.`,
      options.yes ?? false,
    );
    await print(options.output, await backend.stop(scope, options.reason), stopsText);
    if (await isEmpty(scope, backend))
      say(
        `warning: you can see no VPA that this stop covers (${scopeText(scope)}): check the name. The stop stays in place.`,
      );
  });
}

async function orderClusters(
  deed: 'stop' | 'resume',
  clusters: string,
  kind: (typeof SCOPES)[number],
  name: string | undefined,
  options: StopOptions,
): Promise<void> {
  const hub = openHub(options);
  const scope = scopeOption(kind, name, options, hub);
  const chosen = (await hub.clusters(clusters)).map((cluster) => cluster.name);
  const what = deed === 'stop' ? 'This stops' : 'This resumes';
  await confirm(`${what} ${scopeText(scope)} in ${chosen.join(', ')}.`, options.yes ?? false);
  const reason = deed === 'stop' ? options.reason : undefined;
  const found = await hub.orderClusters(deed, { clusters, scope, ...(reason && { reason }) });
  await print(options.output, found, ordersText);
  if (found.orders.some(({ order }) => order.state === 'refused')) process.exitCode = EXIT.forbidden;
  else if (found.orders.some(({ order }) => order.state !== 'taken')) process.exitCode = EXIT['no-answer'];
}

/** Whether a stop covers no VPA that its caller sees. One who may stop need not be able to read. */
async function isEmpty(scope: StopScope, backend: Backend): Promise<boolean> {
  if (scope.kind === 'all') return false;
  const vpas = await backend.vpas({ namespace: scope.namespace }).catch(() => undefined);
  if (!vpas) return false;
  return scope.kind === 'vpa' ? vpas.every(({ name }) => name !== scope.name) : vpas.length === 0;
}

async function resume(
  kind: (typeof SCOPES)[number],
  name: string | undefined,
  options: StopOptions,
): Promise<void> {
  if (options.clusters !== undefined) return orderClusters('resume', options.clusters, kind, name, options);
  await through(options, async (backend) => {
    const scope = scopeOption(kind, name, options, backend);
    if (!isStoppedIn(await backend.stops(), scope))
      throw new CommandFailure(
        'not-found',
        `There is no stop for ${scopeText(scope)}.`,
        'Name the scope that was stopped; `plumbline status -A` shows what holds a VPA.',
      );
    if (!options.yes) await confirm(resumeText(scope, await backend.resumeEffect(scope)), false);
    await print(options.output, await backend.resume(scope), stopsText);
  });
}

async function history(
  options: PlaceOptions & VpaOption & ClustersOption & { limit: number },
): Promise<void> {
  if (options.clusters !== undefined) {
    const { namespace, vpa, limit } = options;
    return printClusters(
      options,
      (backend) => backend.history({ namespace, vpa, limit }),
      (rows) => (rows.length > 0 ? historyText(rows) : 'Nothing is recorded.'),
    );
  }
  await through(options, async (backend) => {
    const namespace = namespaceOption(options, backend);
    const rows = await backend.history({ namespace, vpa: options.vpa, limit: options.limit });
    if (rows.length === 0) none('records', namespace);
    await print(options.output, rows, rows.length > 0 ? historyText : undefined);
  });
}

/** What each cluster of a hub answers; ends like a single command if one fails. */
async function printClusters<T>(
  options: CommonOptions & ClustersOption,
  ask: (backend: Backend) => Promise<T>,
  textOfOne: (answer: T) => string,
): Promise<void> {
  const found = await askClusters(options, options.clusters ?? '', ask);
  await print(options.output, found, (answers) => ofClustersText(answers, textOfOne));
}

const noVpa = (name: string) =>
  new CommandFailure('not-found', `There is no VPA ${name}.`, 'See `plumbline status -A`.');

async function through(options: CommonOptions, work: (backend: Backend) => Promise<void>): Promise<void> {
  const backend = await openBackend(options);
  try {
    await work(backend);
  } finally {
    await backend.close();
  }
}

/** Prints an answer; as a table, nothing if there is nothing to show. */
async function print<T>(
  format: Format,
  answer: T,
  asText: ((answer: T) => string) | undefined,
): Promise<void> {
  switch (format) {
    case 'json':
      process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
      return;
    case 'yaml':
      process.stdout.write((await import('./answer-yaml')).answerYaml(answer));
      return;
    case 'table':
      if (asText) process.stdout.write(`${asText(answer)}\n`);
  }
}

function none(what: string, namespace: string | undefined): void {
  say(`No ${what}${namespace === undefined ? '' : ` in namespace ${namespace}`}.`);
}

function say(text: string): void {
  process.stderr.write(`${plainText(text)}\n`);
}

function fail(thrown: unknown): Exit {
  const { exit, message, remedy } = toFailure(thrown);
  say(`error: ${message}`);
  if (remedy) say(remedy);
  return exit;
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== BROKEN_PIPE) throw error;
  process.exit(EXIT.done);
});

optimizeLate();
const isPlugin = /kubectl-[^/\\]*$/.test(process.argv[1] ?? '');
commandLine(isPlugin ? 'kubectl plumbline' : 'plumbline')
  .parseAsync(process.argv)
  .catch((thrown: unknown) => {
    if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? EXIT.done : EXIT.usage;
    else process.exitCode = EXIT[fail(thrown)];
  })
  // Ends once all is written: time-outs of what was done may still run.
  .finally(() => process.stdout.write('', () => process.exit()));
