import { EVERY_NAMESPACE, isServedNamespace, type NamespaceSettings } from './served-namespaces';

/** Who stopped, when (Unix milliseconds of the cluster clock), and why, if given. */
export interface StopEntry {
  readonly who: string;
  readonly atMs: number;
  readonly reason?: string;
}

/** All stops in force. Immutable: a stop or a resume makes a new one. */
export interface StopState {
  /** VPAs that the settings exclude are not covered by any stop. */
  readonly reach: NamespaceSettings;
  readonly all?: StopEntry;
  readonly namespaces: ReadonlyMap<string, StopEntry>;
  /** By `namespace/name`. */
  readonly vpas: ReadonlyMap<string, StopEntry>;
}

export type StopScope =
  | { kind: 'all' }
  | { kind: 'namespace'; namespace: string }
  | { kind: 'vpa'; namespace: string; name: string };

/** The widest stop in force for a VPA, as people read it: `all`, `namespace shop`, `shop/web`. */
export function stopFor(
  state: StopState,
  namespace: string,
  name: string,
): { scope: string; entry: StopEntry } | undefined {
  if (!isServedNamespace(state.reach, namespace)) return undefined;
  if (state.all) return { scope: 'all', entry: state.all };
  const ofNamespace = state.namespaces.get(namespace);
  if (ofNamespace) return { scope: `namespace ${namespace}`, entry: ofNamespace };
  const own = state.vpas.size === 0 ? undefined : state.vpas.get(`${namespace}/${name}`);
  return own && { scope: `${namespace}/${name}`, entry: own };
}

/** Whether nothing may be done for this VPA: no eviction, no resize, no patch of its pods at creation. */
export function isStopped(state: StopState, namespace: string, name: string): boolean {
  return stopFor(state, namespace, name) !== undefined;
}

/** The stops in force after the stop of exactly this scope is lifted. */
export function liftedFrom(state: StopState, scope: StopScope): StopState {
  const without = (entries: StopState['vpas'], key: string) =>
    new Map([...entries].filter(([other]) => other !== key));
  switch (scope.kind) {
    case 'all':
      return { ...state, all: undefined };
    case 'namespace':
      return { ...state, namespaces: without(state.namespaces, scope.namespace) };
    case 'vpa':
      return { ...state, vpas: without(state.vpas, `${scope.namespace}/${scope.name}`) };
  }
}

/** The scope as one key, unique and valid in a ConfigMap: `all`, `namespace.shop`, `vpa.shop.web`. */
export function keyOfScope(scope: StopScope): string {
  switch (scope.kind) {
    case 'all':
      return 'all';
    case 'namespace':
      return `namespace.${scope.namespace}`;
    case 'vpa':
      return `vpa.${scope.namespace}.${scope.name}`;
  }
}

/** The scope of a key; undefined for an invalid key. A namespace's name has no dots, a VPA's may. */
export function scopeOfKey(key: string): StopScope | undefined {
  if (key === 'all') return { kind: 'all' };
  const [kind, namespace, ...rest] = key.split('.');
  const name = rest.join('.');
  if (kind === 'namespace' && namespace && !name) return { kind, namespace };
  if (kind === 'vpa' && namespace && name) return { kind, namespace, name };
  return undefined;
}

export function coversVpa(scope: StopScope, namespace: string, name: string): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'namespace':
      return scope.namespace === namespace;
    case 'vpa':
      return scope.namespace === namespace && scope.name === name;
  }
}

/** The state from entries by key; invalid keys are left out. */
export function stopStateOf(
  entries: ReadonlyMap<string, StopEntry>,
  reach: NamespaceSettings = EVERY_NAMESPACE,
): StopState {
  const namespaces = new Map<string, StopEntry>();
  const vpas = new Map<string, StopEntry>();
  let all: StopEntry | undefined;
  for (const [key, entry] of entries) {
    const scope = scopeOfKey(key);
    if (scope?.kind === 'all') all = entry;
    else if (scope?.kind === 'namespace') namespaces.set(scope.namespace, entry);
    else if (scope?.kind === 'vpa') vpas.set(`${scope.namespace}/${scope.name}`, entry);
  }
  return { reach, all, namespaces, vpas };
}
