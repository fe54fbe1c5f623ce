import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type KubeEnvironment, kubeEnvironmentFromProcess } from '../config';
import { FileAuth, loadOidcAuth } from './client-node';
import { proxyFor } from './environment-proxy';
import { AccessError, KubeError } from './errors';
import { type Endpoint, endpointOf, type KubeconfigUser, readKubeconfigs } from './kubeconfig';
import { PluginAuth } from './plugin-auth';

const PLUGIN_TIMEOUT_MS = 30_000;
const SERVICE_ACCOUNT_DIR = '/var/run/secrets/kubernetes.io/serviceaccount';

/** What verifies and authenticates a connection to the API server; PEM texts. */
export interface TlsMaterial {
  ca?: string;
  cert?: string;
  key?: string;
  servername?: string;
  rejectUnauthorized: boolean;
}

export interface Credentials {
  headers: Record<string, string | string[]>;
  tls: TlsMaterial;
}

/** Where the cluster is and which credentials to use. */
export interface ClusterAccess {
  /** The API server's address, without a trailing slash. */
  readonly server: string;
  /** Where this was found, for people: a kubeconfig's path and context, or the pod's service account. */
  readonly source: string;
  /** The name of the context; absent in a pod. */
  readonly context?: string;
  /** The namespace of the context or of the pod. */
  readonly namespace?: string;
  /** By the kubeconfig, else by the environment. */
  readonly proxyUrl?: string;
  /**
   * The current credentials; runs plugins and reads token files again when their answer has expired.
   * @throws KubeError `unauthorized`
   */
  credentials(): Promise<Credentials>;
  /** Reads everything again, for instance after the server refused. @throws AccessError */
  reload(): void;
}

export interface AccessOptions {
  /** Path of a kubeconfig, or several joined as in KUBECONFIG. */
  kubeconfig?: string;
  context?: string;
  environment?: KubeEnvironment;
  serviceAccountDir?: string;
  pluginTimeoutMs?: number;
}

interface Location {
  source: string;
  read(): Endpoint;
  /** The names of its contexts. */
  contexts(): string[];
}

function kubeconfigAt(paths: string, context: string | undefined): Location {
  const files = paths.split(path.delimiter).filter(Boolean);
  const label = files.join(', ');
  return {
    source: context ? `${label}, context ${context}` : label,
    read: () => endpointOf(readKubeconfigs(files), label, context),
    contexts: () => readKubeconfigs(files).contexts.map(({ name }) => name),
  };
}

function serviceAccountAt(folder: string, host: string, port: string): Location {
  return {
    source: 'the service account of this pod',
    contexts: () => [],
    read: () => ({
      cluster: {
        name: 'in-cluster',
        server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
        caFile: path.join(folder, 'ca.crt'),
        skipTLSVerify: false,
      },
      user: {
        name: 'service account',
        authProvider: { name: 'tokenFile', config: { tokenFile: path.join(folder, 'token') } },
        impersonation: {},
      },
      namespace: readFileSync(path.join(folder, 'namespace'), 'utf8').trim() || undefined,
    }),
  };
}

function locate(options: AccessOptions): Location {
  const environment = options.environment ?? kubeEnvironmentFromProcess();
  const context = options.context || undefined;
  const given = options.kubeconfig || environment.kubeconfig;
  if (given) return kubeconfigAt(given, context);
  const folder = options.serviceAccountDir ?? SERVICE_ACCOUNT_DIR;
  if (environment.serviceHost && existsSync(path.join(folder, 'token')))
    return serviceAccountAt(folder, environment.serviceHost, environment.servicePort ?? '443');
  const home = environment.home && path.join(environment.home, '.kube', 'config');
  if (home && existsSync(/* turbopackIgnore: true */ home)) return kubeconfigAt(home, context);
  throw new AccessError(
    'kubeconfig-missing',
    `KUBECONFIG is not set, this is not a pod with a service account, and ${home ?? '~/.kube/config'} does not exist`,
  );
}

function pemOf(source: string, what: string, file?: string, data?: string): string | undefined {
  if (!file && !data) return undefined;
  let text: string;
  try {
    text = file ? readFileSync(file, 'utf8') : Buffer.from(data ?? '', 'base64').toString('utf8');
  } catch (cause) {
    throw new AccessError('kubeconfig-malformed', `${source}: the ${what} ${file} cannot be read`, { cause });
  }
  if (!text.includes('-----BEGIN'))
    throw new AccessError('kubeconfig-malformed', `${source}: the ${what} is not in PEM form`);
  return text;
}

/** What fills in the headers or certificate of a user. */
interface Authenticator {
  applyAuthentication(user: KubeconfigUser, filled: Filled): Promise<void>;
}

async function authenticatorFor(
  { cluster, user }: Endpoint,
  pluginTimeoutMs: number,
): Promise<Authenticator | undefined> {
  const plugin = new PluginAuth(cluster, pluginTimeoutMs);
  if (plugin.isAuthProvider(user)) return plugin;
  const found = [new FileAuth()].find((candidate) => candidate.isAuthProvider(user));
  if (found || !user.authProvider) return found;
  const OpenIDConnectAuth = await loadOidcAuth();
  const oidc = new OpenIDConnectAuth();
  return oidc.isAuthProvider(user) ? oidc : undefined;
}

/** What a plugin, a token file or an identity provider says. */
interface Filled {
  headers: Record<string, string>;
  cert?: string;
  key?: string;
}

/** One reading of the files: fixed parts are kept; plugins and token files are asked anew, once for all who wait. */
class LoadedAccess {
  readonly endpoint: Endpoint;
  readonly tls: TlsMaterial;
  private authenticator?: Promise<Authenticator | undefined>;
  private asking: Promise<Filled> | undefined;

  constructor(
    location: Location,
    private readonly pluginTimeoutMs: number,
  ) {
    this.endpoint = location.read();
    const { cluster, user } = this.endpoint;
    this.tls = {
      ca: pemOf(location.source, 'certificate authority', cluster.caFile, cluster.caData),
      cert: pemOf(location.source, 'client certificate', user.certFile, user.certData),
      key: pemOf(location.source, 'client key', user.keyFile, user.keyData),
      servername: cluster.tlsServerName,
      rejectUnauthorized: !cluster.skipTLSVerify,
    };
  }

  async credentials(): Promise<Credentials> {
    const { user } = this.endpoint;
    const headers: Record<string, string | string[]> = { ...user.impersonation };
    if (user.username)
      headers.authorization = `Basic ${Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64')}`;
    if (user.token) headers.authorization = `Bearer ${user.token}`;
    this.authenticator ??= authenticatorFor(this.endpoint, this.pluginTimeoutMs);
    const authenticator = await this.authenticator;
    if (!authenticator || user.token) return { headers, tls: this.tls };

    this.asking ??= this.ask(authenticator).finally(() => {
      this.asking = undefined;
    });
    const filled = await this.asking;
    const bearer = filled.headers.Authorization?.trim();
    if (bearer) headers.authorization = bearer;
    return {
      headers,
      tls: filled.cert ? { ...this.tls, cert: filled.cert, key: filled.key } : this.tls,
    };
  }

  private async ask(authenticator: Authenticator): Promise<Filled> {
    const filled: Filled = { headers: {} };
    await authenticator.applyAuthentication(this.endpoint.user, filled);
    return filled;
  }
}

function credentialFailure(source: string, user: KubeconfigUser, cause: unknown): KubeError {
  const means = user.exec?.command ? `the plugin ${user.exec.command}` : 'the credentials';
  const detail = cause instanceof Error ? cause.message.trim() : String(cause);
  return new KubeError(
    `${means} of user "${user.name}" (${source}) cannot be used: ${detail}`,
    { kind: 'unauthorized', status: 0, reason: 'CredentialsUnusable' },
    { cause },
  );
}

/** The names of the contexts of the kubeconfig that `loadAccess` would use; none in a pod. @throws AccessError */
export function contextsIn(options: Pick<AccessOptions, 'kubeconfig' | 'environment'>): string[] {
  return locate(options).contexts();
}

/**
 * Finds the cluster: the given kubeconfig, else KUBECONFIG (several paths are merged), else the pod's service
 * account, else ~/.kube/config. The client library handles token files and OIDC.
 * @throws AccessError `kubeconfig-missing` or `kubeconfig-malformed`, naming the file and what it lacks
 */
export function loadAccess(options: AccessOptions = {}): ClusterAccess {
  const { pluginTimeoutMs = PLUGIN_TIMEOUT_MS, environment = kubeEnvironmentFromProcess() } = options;
  const location = locate(options);
  let loaded = new LoadedAccess(location, pluginTimeoutMs);
  return {
    get server() {
      return loaded.endpoint.cluster.server;
    },
    source: location.source,
    get context() {
      return loaded.endpoint.context;
    },
    get namespace() {
      return loaded.endpoint.namespace;
    },
    get proxyUrl() {
      const { proxyUrl, server } = loaded.endpoint.cluster;
      return proxyUrl || proxyFor(server, environment.proxies ?? {});
    },
    async credentials() {
      try {
        return await loaded.credentials();
      } catch (cause) {
        throw credentialFailure(location.source, loaded.endpoint.user, cause);
      }
    },
    reload() {
      loaded = new LoadedAccess(location, pluginTimeoutMs);
    },
  };
}
