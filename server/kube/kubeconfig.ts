import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { isJsonObject, type JsonObject } from '../objects/json-object';
import { type Cluster, type Context, newClusters, newContexts, newUsers, type User } from './client-node';
import { AccessError } from './errors';

/** A user of a kubeconfig, with what the client library leaves out. */
export interface KubeconfigUser extends User {
  /** The `as-*` fields, as headers of every request. */
  impersonation: Readonly<Record<string, string | string[]>>;
}

/** A cluster of a kubeconfig, with what the client library leaves out. */
export interface KubeconfigCluster extends Cluster {
  /** What its entry keeps for credential plugins. */
  pluginConfig?: unknown;
}

/** One kubeconfig, or several merged as kubectl does: the first definition wins. */
export interface Kubeconfig {
  clusters: KubeconfigCluster[];
  users: KubeconfigUser[];
  contexts: Context[];
  currentContext?: string;
}

/** The cluster and user of a context. */
export interface Endpoint {
  /** The name of the context; absent in a pod. */
  context?: string;
  cluster: KubeconfigCluster;
  user: KubeconfigUser;
  namespace?: string;
}

function malformed(file: string, cause: unknown): AccessError {
  const detail = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
  return new AccessError('kubeconfig-malformed', `${file}: ${detail}`, { cause });
}

const CLUSTER_FILES = ['certificate-authority'];
const USER_FILES = ['client-certificate', 'client-key', 'tokenFile', 'token-file'];

/**
 * Makes the file names in each entry's `part` absolute and moves token files to where they are read again.
 */
function entriesOf(value: unknown, part: string, fileFields: string[], folder: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Error(`${part}s must be a list`);
  return value.map((entry: unknown) => {
    if (!isJsonObject(entry) || !isJsonObject(entry[part])) return entry;
    const fields = { ...entry[part] };
    for (const name of fileFields) {
      const file = fields[name];
      if (typeof file === 'string' && file !== '') fields[name] = path.resolve(folder, file);
    }
    const tokenFile = fields.tokenFile ?? fields['token-file'];
    if (typeof tokenFile === 'string') {
      delete fields['token-file'];
      fields['auth-provider'] = { name: 'tokenFile', config: { tokenFile } };
    }
    const exec = fields.exec;
    if (isJsonObject(exec) && typeof exec.command === 'string' && exec.command.includes('/'))
      fields.exec = { ...exec, command: path.resolve(folder, exec.command) };
    return { ...entry, [part]: fields };
  });
}

/**
 * The first document of `text`, read as kubectl does: YAML 1.1 with merge keys, of doubled keys the last; but without
 * times and numbers of base 60, which its library leaves texts (sigs.k8s.io/yaml v1.4.0, `goyaml.v2/resolve.go`).
 * @throws Error where it is not YAML
 */
function firstDocument(text: string): unknown {
  const documents = parseAllDocuments(text, {
    version: '1.1',
    merge: true,
    uniqueKeys: false,
    customTags: (tags) =>
      tags.filter(
        (tag) =>
          typeof tag === 'string' || (tag.tag !== 'tag:yaml.org,2002:timestamp' && tag.format !== 'TIME'),
      ),
  });
  const first = 'empty' in documents ? undefined : documents[0];
  if (first?.errors[0]) throw first.errors[0];
  return first?.toJS();
}

/** What to put into each request so that it is made as somebody else. @throws Error naming the field at fault */
function impersonationOf(user: JsonObject): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  const { 'as-uid': uid, 'as-groups': groups, 'as-user-extra': extra } = user;
  if (user.as) headers['impersonate-user'] = String(user.as);
  if (uid) headers['impersonate-uid'] = String(uid);
  if (groups) headers['impersonate-group'] = textsOf(groups, 'as-groups');
  if (extra && !isJsonObject(extra)) throw new Error('as-user-extra must be a mapping of lists');
  for (const [key, values] of Object.entries(extra ?? {}))
    headers[`impersonate-extra-${encodeURIComponent(key).toLowerCase()}`] = textsOf(
      values,
      `as-user-extra.${key}`,
    );
  if (Object.keys(headers).length > 0 && !headers['impersonate-user'])
    throw new Error('as-uid, as-groups and as-user-extra need "as", the user to impersonate');
  return headers;
}

function textsOf(value: unknown, field: string): string[] {
  if (!Array.isArray(value)) throw new Error(`${field} must be a list`);
  return value.map(String);
}

/** Where a cluster keeps what is only for credential plugins (KEP-541, `client.authentication.k8s.io/exec`). */
function pluginConfigOf(cluster: JsonObject): unknown {
  const { extensions } = cluster;
  if (!Array.isArray(extensions)) return undefined;
  return extensions.find((entry) => isJsonObject(entry) && entry.name === 'client.authentication.k8s.io/exec')
    ?.extension;
}

function partOf(entry: unknown, part: string): JsonObject {
  const value = isJsonObject(entry) ? entry[part] : undefined;
  return isJsonObject(value) ? value : {};
}

function clustersOf(entries: unknown[]): KubeconfigCluster[] {
  return newClusters(entries).map((cluster, index) => ({
    ...cluster,
    pluginConfig: pluginConfigOf(partOf(entries[index], 'cluster')),
  }));
}

function usersOf(entries: unknown[]): KubeconfigUser[] {
  return newUsers(entries).map((user, index) => ({
    ...user,
    impersonation: impersonationOf(partOf(entries[index], 'user')),
  }));
}

/** @throws AccessError naming `file` if the text is not a kubeconfig */
function parseKubeconfig(text: string, file: string): Kubeconfig {
  try {
    const document = firstDocument(text);
    if (!isJsonObject(document)) throw new Error('this is not a kubeconfig: it is not a mapping');
    const folder = path.dirname(file);
    const current = document['current-context'];
    return {
      clusters: clustersOf(entriesOf(document.clusters, 'cluster', CLUSTER_FILES, folder)),
      users: usersOf(entriesOf(document.users, 'user', USER_FILES, folder)),
      contexts: newContexts(entriesOf(document.contexts, 'context', [], folder)),
      currentContext: typeof current === 'string' && current !== '' ? current : undefined,
    };
  } catch (cause) {
    throw malformed(file, cause);
  }
}

function mergeByName<T extends { name: string }>(lists: T[][]): T[] {
  const byName = new Map<string, T>();
  for (const entry of lists.flat()) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return [...byName.values()];
}

function mergeKubeconfigs(configs: Kubeconfig[]): Kubeconfig {
  return {
    clusters: mergeByName(configs.map((config) => config.clusters)),
    users: mergeByName(configs.map((config) => config.users)),
    contexts: mergeByName(configs.map((config) => config.contexts)),
    currentContext: configs.find((config) => config.currentContext)?.currentContext,
  };
}

/**
 * Reads `files` and skips those that do not exist.
 * @throws AccessError `kubeconfig-missing` if none exists, `kubeconfig-malformed` naming the first at fault
 */
export function readKubeconfigs(files: string[]): Kubeconfig {
  const configs: Kubeconfig[] = [];
  for (const file of files) {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') continue;
      throw malformed(file, cause);
    }
    configs.push(parseKubeconfig(text, file));
  }
  if (configs.length === 0) throw new AccessError('kubeconfig-missing', `${files.join(', ')} does not exist`);
  return mergeKubeconfigs(configs);
}

function namesOf(entries: { name: string }[]): string {
  return entries.length === 0 ? 'there are none' : `there are: ${entries.map(({ name }) => name).join(', ')}`;
}

const NOBODY: KubeconfigUser = { name: '', impersonation: {} };

/**
 * Resolves a context (by default the current one) to its cluster and user.
 * @throws AccessError naming what the kubeconfig lacks, and `source`
 */
export function endpointOf(config: Kubeconfig, source: string, context?: string): Endpoint {
  const wanted = context || config.currentContext;
  if (!wanted)
    throw malformed(source, `no current-context is set and none was given (${namesOf(config.contexts)})`);
  const found = config.contexts.find(({ name }) => name === wanted);
  if (!found) throw malformed(source, `context "${wanted}" does not exist (${namesOf(config.contexts)})`);
  const cluster = config.clusters.find(({ name }) => name === found.cluster);
  if (!cluster)
    throw malformed(source, `context "${wanted}" names cluster "${found.cluster}", which does not exist`);
  const user = found.user ? config.users.find(({ name }) => name === found.user) : NOBODY;
  if (!user) throw malformed(source, `context "${wanted}" names user "${found.user}", which does not exist`);
  if (!/^https?:\/\//.test(cluster.server) || !URL.canParse(cluster.server))
    throw malformed(
      source,
      `cluster "${cluster.name}" has server "${cluster.server.replace(/[^\s/]+@/g, '…@')}", which is not an http(s) URL`,
    );
  return { context: wanted, cluster, user, namespace: found.namespace };
}
