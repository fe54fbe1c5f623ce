import type { NamedScope } from '../stop/stop-controls';

/** What may be done to a workload that is named beside it. */
type Deed = 'stop' | 'edit';

const VERBS: Readonly<Record<string, Deed>> = {
  stop: 'stop',
  off: 'stop',
  halt: 'stop',
  pause: 'stop',
  freeze: 'stop',
  edit: 'edit',
  policy: 'edit',
  mode: 'edit',
  cap: 'edit',
  raise: 'edit',
};

const FILLERS: ReadonlySet<string> = new Set(['of', 'the', 'in', 'for', 'namespace', 'vpa']);

/** The deed that is typed beside a name, before or after it: `thumb off`, `stop shop`; undefined where there is none. */
export function deedTyped(typed: string): { deed: Deed; name: string } | undefined {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && !FILLERS.has(word));
  const verb = words.findIndex((word) => Object.hasOwn(VERBS, word));
  const deed = VERBS[words[verb] ?? ''];
  const name = words.filter((_, index) => index !== verb).join(' ');
  return deed && name !== '' ? { deed, name } : undefined;
}

/** What is meant by a name: the namespaces that begin with it, then workloads; a few. */
export function scopesMeant(name: string, found: readonly Required<NamedScope>[]): NamedScope[] {
  const namespaces = new Set(
    found.map(({ namespace }) => namespace).filter((namespace) => namespace.startsWith(name)),
  );
  return [
    ...[...namespaces].map((namespace) => ({ namespace })),
    ...found.map((workload) => ({ namespace: workload.namespace, name: workload.name })),
  ].slice(0, MOST_MEANT);
}

const MOST_MEANT = 6;
