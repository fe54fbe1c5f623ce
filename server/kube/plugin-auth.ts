import { spawn } from 'node:child_process';
import { environmentWith } from '../config';
import { wallClock } from '../lib/time/clock';
import { deadline } from '../lib/time/deadline';
import { isJsonObject, type JsonObject } from '../objects/json-object';
import type { KubeconfigCluster, KubeconfigUser } from './kubeconfig';

interface PluginCredential {
  token?: string;
  cert?: string;
  key?: string;
  /** When to ask again, by the wall clock; without it, once the API server refuses it. */
  untilMs: number;
}

const V1 = 'client.authentication.k8s.io/v1';
/** Variables of the environment may not be longer on Linux. */
const LONGEST_INFO = 128 * 1024;

function pluginOf(user: KubeconfigUser): JsonObject | undefined {
  const plugin: unknown = user.exec ?? user.authProvider?.config?.exec;
  return isJsonObject(plugin) ? plugin : undefined;
}

/** The cluster as a plugin may ask for it. */
function toldCluster({
  server,
  tlsServerName,
  skipTLSVerify,
  caData,
  proxyUrl,
  pluginConfig,
}: KubeconfigCluster) {
  return {
    server,
    'tls-server-name': tlsServerName,
    'insecure-skip-tls-verify': skipTLSVerify || undefined,
    'certificate-authority-data': caData,
    'proxy-url': proxyUrl,
    config: pluginConfig,
  };
}

/** What a plugin is told (`KUBERNETES_EXEC_INFO`, client-go v0.35 `plugin/pkg/client/auth/exec/exec.go`). */
function infoFor(plugin: JsonObject, cluster: KubeconfigCluster): string {
  const text = JSON.stringify({
    kind: 'ExecCredential',
    apiVersion: plugin.apiVersion ?? V1,
    spec: {
      interactive: false,
      ...(plugin.provideClusterInfo === true && { cluster: toldCluster(cluster) }),
    },
  });
  if (text.length > LONGEST_INFO)
    throw new Error('its cluster is too long to be told to a plugin: shorten its certificate authority');
  return text;
}

function environmentFor(plugin: JsonObject, cluster: KubeconfigCluster): NodeJS.ProcessEnv {
  const given = Array.isArray(plugin.env) ? plugin.env.filter(isJsonObject) : [];
  return environmentWith({
    ...Object.fromEntries(given.map(({ name, value }) => [String(name), String(value ?? '')])),
    KUBERNETES_EXEC_INFO: infoFor(plugin, cluster),
  });
}

/** One word, as commands print tokens by themselves. */
const BARE_TOKEN = /^[\w.~+/=-]+$/;

/** @throws Error if the text is no `ExecCredential` with credentials in it */
function credentialIn(text: string, plugin: JsonObject, takesBareToken: boolean): PluginCredential {
  if (takesBareToken && BARE_TOKEN.test(text.trim()))
    return { token: text.trim(), untilMs: Number.POSITIVE_INFINITY };
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Error(`its answer is not JSON: ${text.slice(0, 80).trim() || 'nothing'}`);
  }
  if (!isJsonObject(answer) || answer.kind !== 'ExecCredential')
    throw new Error('its answer is not of kind ExecCredential');
  if (plugin.apiVersion && answer.apiVersion !== plugin.apiVersion)
    throw new Error(
      `it answers with apiVersion ${String(answer.apiVersion ?? '(none)')}, and the kubeconfig says ${String(plugin.apiVersion)}`,
    );
  const status = isJsonObject(answer.status) ? answer.status : {};
  const textOf = (field: string) => (typeof status[field] === 'string' && status[field]) || undefined;
  const [token, cert, key] = ['token', 'clientCertificateData', 'clientKeyData'].map(textOf);
  if (!token && !(cert && key))
    throw new Error('its answer has neither a token nor a certificate with its key');
  const expires = Date.parse(textOf('expirationTimestamp') ?? '');
  return { token, cert, key, untilMs: Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires };
}

/**
 * Runs a plugin without anybody to type something, and kills it, with all it has started, if it takes longer than
 * `timeoutMs`.
 * @throws Error with what it printed
 */
function answerOf(plugin: JsonObject, cluster: KubeconfigCluster, timeoutMs: number): Promise<string> {
  const command = plugin.command;
  if (typeof command !== 'string' || command === '') throw new Error('exec.command is missing');
  const args = Array.isArray(plugin.args) ? plugin.args.map(String) : [];
  const env = environmentFor(plugin, cluster);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        said[name] += chunk;
      });
    const late = new Error(`it did not answer within ${timeoutMs / 1000} s`);
    const { signal, end } = deadline(wallClock, timeoutMs, undefined, late);
    signal.addEventListener('abort', () => {
      reject(late);
      killGroup(child.pid);
      // What left the group may still hold them open.
      child.stdout.destroy();
      child.stderr.destroy();
    });
    child.once('error', (error) => {
      end();
      const isMissing = 'code' in error && error.code === 'ENOENT';
      const hint = typeof plugin.installHint === 'string' ? `: ${plugin.installHint.trim()}` : '';
      reject(isMissing ? new Error(`it is not installed here${hint}`) : error);
    });
    child.once('close', (code) => {
      end();
      if (code === 0) resolve(said.stdout);
      else reject(new Error(said.stderr.trim() || `it ended with ${code ?? 'a signal'} and said nothing`));
    });
  });
}

/**
 * The credentials of the plugin that a kubeconfig names for a user. An answer is kept until it expires, and without an
 * expiry for good: whoever is refused asks anew by reading the kubeconfig again.
 */
export class PluginAuth {
  private kept?: PluginCredential;

  constructor(
    private readonly cluster: KubeconfigCluster,
    private readonly timeoutMs: number,
    private readonly options: { takesBareToken?: boolean } = {},
  ) {}

  isAuthProvider(user: KubeconfigUser): boolean {
    return pluginOf(user) !== undefined;
  }

  async applyAuthentication(
    user: KubeconfigUser,
    filled: { headers: Record<string, string>; cert?: string; key?: string },
  ): Promise<void> {
    const plugin = pluginOf(user) ?? {};
    if (!this.kept || this.kept.untilMs <= wallClock.now())
      this.kept = credentialIn(
        await answerOf(plugin, this.cluster, this.timeoutMs),
        plugin,
        this.options.takesBareToken ?? false,
      );
    const { token, cert, key } = this.kept;
    if (cert && key) Object.assign(filled, { cert, key });
    if (token) filled.headers.Authorization = `Bearer ${token}`;
  }
}

function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
