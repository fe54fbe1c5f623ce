import { ConfigError } from '../lib/report/errors';
import { ACCESS_SETTINGS } from './access';
import { ADMISSION_SETTINGS } from './admission';
import { APPROVALS_SETTINGS } from './approvals';
import { CLUSTER_SETTINGS } from './cluster';
import { COMMAND_LINE_SETTINGS } from './command-line';
import { FEATURES_SETTINGS } from './features';
import { byPresentNames, formerSettingsIn } from './former-settings';
import { HISTORY_SETTINGS } from './history';
import { HPA_SETTINGS } from './hpa';
import { HUB_SETTINGS } from './hub';
import { MESSAGE_SETTINGS } from './messages';
import { MONEY_SETTINGS } from './money';
import { NODES_SETTINGS } from './nodes';
import { PROCESS_SETTINGS } from './process';
import { RECOMMENDER_SETTINGS } from './recommender';
import { RULES_SETTINGS } from './rules';
import { SANDBOX_SETTINGS } from './sandbox';
import type { Setting } from './setting';
import { SIGNALS_SETTINGS } from './signals';
import { STORE_SETTINGS } from './store';
import { TRACING_SETTINGS } from './tracing';
import { UPDATER_SETTINGS } from './updater';

/**
 * Every setting, with its type, default, environment name and help text. Nothing else reads the environment.
 * `recommenderIntervalMs` is read from `PLUMBLINE_RECOMMENDER_INTERVAL`: the unit is in the name in code, and
 * in the value for people ("1m", "250Mi").
 */
export const SETTINGS = {
  ...PROCESS_SETTINGS,
  ...ACCESS_SETTINGS,
  ...CLUSTER_SETTINGS,
  ...SANDBOX_SETTINGS,
  ...RECOMMENDER_SETTINGS,
  ...HISTORY_SETTINGS,
  ...NODES_SETTINGS,
  ...MONEY_SETTINGS,
  ...SIGNALS_SETTINGS,
  ...UPDATER_SETTINGS,
  ...HPA_SETTINGS,
  ...RULES_SETTINGS,
  ...APPROVALS_SETTINGS,
  ...ADMISSION_SETTINGS,
  ...STORE_SETTINGS,
  ...MESSAGE_SETTINGS,
  ...TRACING_SETTINGS,
  ...FEATURES_SETTINGS,
  ...COMMAND_LINE_SETTINGS,
  ...HUB_SETTINGS,
} as const satisfies Record<string, Setting<unknown>>;

export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
};

/** The settings with these names, and no others. */
export function sliceOf<Name extends keyof Config>(
  config: Config,
  names: readonly Name[],
): Pick<Config, Name> {
  return Object.fromEntries(names.map((name) => [name, config[name]])) as Pick<Config, Name>;
}

/** Settings that cannot be used; `message` lists each one and what it takes. */
/**
 * What Kubernetes adds to a pod's environment for Services named `plumbline` or `plumbline-…`: addresses such
 * as `tcp://10.0.0.7:443`, and names derived from the Service that are no settings.
 */
function isServiceLink(name: string, value: string | undefined, isSetting: boolean): boolean {
  if (/^(tcp|udp|sctp):\/\//.test(value ?? '')) return true;
  return !isSetting && /^PLUMBLINE_(.+_)?(SERVICE_(HOST|PORT)|PORT_\d)/.test(name);
}

/** Who switches off the wait for any history means also the longer one for what is lowered. */
function waitsForNone(given: Readonly<Record<string, string | undefined>>): boolean {
  const { env, fallback, parse } = SETTINGS.leastHistoryMs;
  const read = parse.safeParse(given[env] || fallback);
  return read.success && read.data === 0;
}

/**
 * Reads every setting from `environment`. An empty string counts as unset.
 * @throws ConfigError for values out of range and unknown `PLUMBLINE_` names
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const present = byPresentNames(environment);
  const faults: string[] = [];
  const known = new Set<string>(Object.values(SETTINGS).map((entry) => entry.env));
  const given = Object.fromEntries(
    Object.entries(present).filter(([name, value]) => !isServiceLink(name, value, known.has(name))),
  );
  for (const name of Object.keys(given)) {
    if (name.startsWith('PLUMBLINE_') && !known.has(name)) faults.push(`${name} is not a setting`);
  }
  const config: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const fallback = key === 'leastHistoryToLowerMs' && waitsForNone(given) ? '0s' : entry.fallback;
    const text = given[entry.env] || fallback;
    const parsed = entry.parse.safeParse(text);
    if (parsed.success) config[key] = parsed.data;
    else
      faults.push(
        `${entry.env}=${entry.isSecret ? '(not shown)' : `"${text.replace(/[^\s/]+@/g, '…@')}"`}: ${parsed.error.issues.map((issue) => issue.message).join('; ')}. ${entry.help}`,
      );
  }
  if (faults.length > 0) throw new ConfigError(`Settings cannot be used:\n  ${faults.join('\n  ')}`);
  return config as Config;
}

/** The settings in this process's environment. @throws ConfigError */
export function configFromProcess(): Config {
  return readConfig(process.env);
}

/** Whether pages follow what is edited, as `npm run dev` has them. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development';
}

/** The names of the settings that this process's environment sets, with what it says. */
export function givenToProcess(): ReadonlyMap<string, string> {
  const environment = byPresentNames(process.env);
  return new Map(
    Object.values(SETTINGS).flatMap(({ env }): [string, string][] => {
      const value = environment[env];
      return value ? [[env, value]] : [];
    }),
  );
}

/** A sentence for each setting that this process's environment calls by its former name. */
export function formerSettingsOfProcess(): string[] {
  return formerSettingsIn(process.env);
}

/** What the environment says about the cluster to use, by the names that Kubernetes programs share. */
export interface KubeEnvironment {
  /** `KUBECONFIG`: one path or several. */
  kubeconfig?: string;
  /** `HOME`, under which `.kube/config` lies. */
  home?: string;
  /** `KUBERNETES_SERVICE_HOST` and `_PORT`, set inside a pod. */
  serviceHost?: string;
  servicePort?: string;
  /** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, or the same in small letters. */
  proxies?: { https?: string | undefined; http?: string | undefined; none?: string | undefined };
}

/** Reads the names that every Kubernetes program honours from this process's environment. */
export function kubeEnvironmentFromProcess(): KubeEnvironment {
  const { KUBECONFIG, HOME, KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT } = process.env;
  return {
    kubeconfig: KUBECONFIG || undefined,
    home: HOME || undefined,
    serviceHost: KUBERNETES_SERVICE_HOST || undefined,
    servicePort: KUBERNETES_SERVICE_PORT || undefined,
    proxies: {
      https: process.env.HTTPS_PROXY || process.env.https_proxy,
      http: process.env.HTTP_PROXY || process.env.http_proxy,
      none: process.env.NO_PROXY || process.env.no_proxy,
    },
  };
}

/** What Microsoft Entra Workload ID sets in a pod, and Azure's programs read, by their names. */
export interface AzureIdentity {
  tenantId: string;
  clientId: string;
  clientSecret: string;
  /** File with the token of the pod's service account. */
  tokenFile: string;
  /** Address of Microsoft Entra ID. */
  authority: string;
}

export function azureIdentityFromProcess(): AzureIdentity {
  const { env } = process;
  return {
    tenantId: env.AZURE_TENANT_ID ?? '',
    clientId: env.AZURE_CLIENT_ID ?? '',
    clientSecret: env.AZURE_CLIENT_SECRET ?? '',
    tokenFile: env.AZURE_FEDERATED_TOKEN_FILE ?? '',
    authority: env.AZURE_AUTHORITY_HOST || 'https://login.microsoftonline.com',
  };
}

/** The region that AWS's programs take from the environment; empty if it says none. */
export function awsRegionFromProcess(): string {
  return process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION || '';
}

/** The environment of this process, for a program it starts, with further variables. */
export function environmentWith(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables };
}

/** All defaults with `overrides`, for tests and benches. */
export function defaultConfig(overrides: Partial<Config> = {}): Config {
  return { ...readConfig({}), ...overrides };
}
