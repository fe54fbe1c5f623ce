import { type Command, InvalidArgumentError, Option } from 'commander';
import { configFromProcess } from '../config';
import { scopeSchema } from '../contract/requests/stops';
import type { StopScope } from '../decide/pods/stop';
import type { Backend } from './backend';
import { DashboardBackend } from './dashboard-backend';
import { CommandFailure } from './failure';

export const FORMATS = ['table', 'json', 'yaml'] as const;
export type Format = (typeof FORMATS)[number];

export interface CommonOptions {
  server?: string;
  header: Record<string, string>;
  kubeconfig?: string;
  context?: string;
  output: Format;
}

export interface PlaceOptions extends CommonOptions {
  namespace?: string;
  allNamespaces?: boolean;
}

export function withCommon(command: Command): Command {
  return withServer(command)
    .addOption(
      new Option('--kubeconfig <file>', 'ask the cluster of this kubeconfig, without a dashboard').conflicts(
        'server',
      ),
    )
    .addOption(new Option('--context <name>', 'which context of the kubeconfig').conflicts('server'))
    .addOption(
      new Option('-o, --output <format>', 'how to print the answer').choices(FORMATS).default('table'),
    );
}

/** Which dashboard, or hub, is asked. */
export function withServer(command: Command): Command {
  return command
    .addOption(
      new Option('--server <url>', 'ask the dashboard at this address (default: PLUMBLINE_SERVER)').argParser(
        address,
      ),
    )
    .addOption(
      new Option('--header <name: value>', 'send this header to the dashboard; may be given more than once')
        .argParser(headerOption)
        .default({}, 'none'),
    );
}

export function withPlace(command: Command): Command {
  return withNamespace(command).addOption(
    new Option('-A, --all-namespaces', 'all namespaces').conflicts('namespace'),
  );
}

export function withNamespace(command: Command): Command {
  return withCommon(command).addOption(
    new Option('-n, --namespace <name>', 'the namespace (default: that of the context)').argParser(
      objectName,
    ),
  );
}

export interface ClustersOption {
  clusters?: string;
}

/** @param without options that mean nothing beside it */
export function withClusters(command: Command, without: string[] = ['kubeconfig', 'context']): Command {
  return command.addOption(
    new Option(
      '--clusters <which>',
      'clusters of the hub at --server: all, names such as eu-1,us-1, or a label such as region=eu',
    ).conflicts(without),
  );
}

/** The hub that is named, or a cluster that is asked through it. @throws Failure if none is */
export function openHub(
  { server, header }: Pick<CommonOptions, 'server' | 'header'>,
  cluster?: string,
): DashboardBackend {
  const named = server ?? configFromProcess().server;
  if (named) return new DashboardBackend(named, header, cluster);
  throw new CommandFailure(
    'usage',
    '--clusters needs a hub, and you named none.',
    'Name one with --server or PLUMBLINE_SERVER.',
  );
}

/** Does not repeat what may have a password in it. */
function address(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new CommandFailure('usage', '--server must be an address such as http://127.0.0.1:3000.');
}

export function headerOption(text: string, others: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('It must read "name: value".');
  return { ...others, [name]: value };
}

const OBJECT_NAME = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

export function objectName(text: string): string {
  if (OBJECT_NAME.test(text)) return text;
  throw new InvalidArgumentError('It must be the name of an object: lower-case letters, digits, - and dots.');
}

export function positiveOption(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('It must be a whole number, at least 1.');
}

/** The dashboard if one is named, else the cluster itself. */
export async function openBackend(options: CommonOptions): Promise<Backend> {
  const { kubeconfig, context, header: headers } = options;
  const isStraight = kubeconfig !== undefined || context !== undefined;
  const server = isStraight ? undefined : (options.server ?? configFromProcess().server);
  if (server) return new DashboardBackend(server, headers);
  const { ClusterBackend } = await import('./cluster-backend');
  return ClusterBackend.open({ kubeconfig, context });
}

/** The namespace a command is about; undefined for all. */
export function namespaceOption(
  { namespace, allNamespaces }: PlaceOptions,
  backend: Backend,
): string | undefined {
  return allNamespaces ? undefined : (namespace ?? backend.usualNamespace);
}

/** `web` in the namespace of the options, or `shop/web`. @throws Failure if it is neither, or no namespace is known */
export function placeOption(
  text: string,
  options: PlaceOptions,
  backend: Backend,
): { namespace: string; name: string } {
  const parts = text.split('/');
  if (parts.length > 2 || !parts.every((part) => OBJECT_NAME.test(part)))
    throw new CommandFailure('usage', `"${text}" is not a name.`, 'Write NAME, or NAMESPACE/NAME.');
  const [first = '', second] = parts;
  const namespace = second === undefined ? namespaceOption(options, backend) : first;
  if (!namespace)
    throw new CommandFailure(
      'usage',
      `The namespace of ${text} is missing.`,
      'Add -n NAMESPACE, or write NAMESPACE/NAME.',
    );
  return { namespace, name: second ?? first };
}

export const SCOPES = ['all', 'namespace', 'vpa'] as const;

/** @throws Failure that names what is wrong */
export function scopeOption(
  kind: (typeof SCOPES)[number],
  name: string | undefined,
  options: PlaceOptions,
  backend: Backend,
): StopScope {
  const parsed = scopeSchema.safeParse({ scope: statedScope(kind, name, options, backend) });
  if (parsed.success) return parsed.data.scope;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.slice(1).join('.')} ${message}`);
  throw new CommandFailure(
    'usage',
    faults.join('; '),
    'Write `all`, `namespace NAME` or `vpa NAMESPACE/NAME`.',
  );
}

function statedScope(
  kind: (typeof SCOPES)[number],
  name: string | undefined,
  options: PlaceOptions,
  backend: Backend,
): Record<string, string | undefined> {
  switch (kind) {
    case 'all':
      if (name !== undefined)
        throw new CommandFailure(
          'usage',
          `"all" takes no name, but you gave "${name}".`,
          'Leave the name out.',
        );
      return { kind };
    case 'namespace':
      return { kind, namespace: name ?? options.namespace };
    case 'vpa':
      if (name === undefined)
        throw new CommandFailure(
          'usage',
          'The name of the VPA is missing.',
          'Write `vpa NAMESPACE/NAME`, or `vpa NAME -n NAMESPACE`.',
        );
      return { kind, ...placeOption(name, options, backend) };
  }
}
