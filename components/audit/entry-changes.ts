import type { AuditEntry } from '@/server/contract/audit';
import type { ContainerChange } from '@/server/contract/plan';
import { countOf } from '@/server/words/counts';
import { plannedChangeLines } from '../plan/change-words';

/** One change of an entry: what, before, after. */
interface EntryChange {
  what: string;
  from: string;
  to: string;
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const TOLD_BY_FIELDS: readonly string[] = [
  'update-mode',
  'mode-by-stop',
  'resource-policy',
  'recommender',
  'hpa-rules',
  'scale',
  'prices',
];

/** The changes of an entry, in words; empty if its detail says it, or nothing changed. */
export function entryChanges(entry: AuditEntry): EntryChange[] {
  if (entry.kind === 'action')
    return [
      ...amountChanges(entry.before, entry.after),
      ...amountChanges(each(entry.before, 'limits'), each(entry.after, 'limits'), ' limit'),
    ];
  if (entry.kind === 'admission')
    return [
      ...amountChanges(each(entry.before, 'requests'), each(entry.after, 'requests')),
      ...amountChanges(each(entry.before, 'limits'), each(entry.after, 'limits'), ' limit'),
    ];
  if (entry.kind === 'change' && (entry.change === 'approved' || entry.change === 'rejected'))
    return decidedChanges(entry.before, entry.after);
  if (entry.kind === 'change' && TOLD_BY_FIELDS.includes(entry.change))
    return differences('', entry.before, entry.after);
  return [];
}

/** The VPAs whose mode a stop or a resume changes, and how many there are; undefined for other entries. */
export function stopList(
  entry: AuditEntry,
): { summary: string; changes: EntryChange[]; more: number } | undefined {
  if (entry.kind !== 'change' || (entry.change !== 'stop' && entry.change !== 'resume')) return undefined;
  const vpas = isJsonObject(entry.after) ? entry.after.vpas : undefined;
  if (!isJsonObject(vpas) || !isJsonObject(vpas.modes)) return undefined;
  const [more, off] = [Number(vpas.more ?? 0), Number(vpas.off ?? 0)];
  const isStop = entry.change === 'stop';
  const changes = Object.entries(vpas.modes).map(([what, mode]) => {
    const [from, to] = isStop ? [mode, 'Off'] : ['Off', mode];
    return { what, from: String(from), to: String(to) };
  });
  const count = changes.length + more;
  const done = isStop ? 'set to mode Off' : `given back ${count === 1 ? 'its mode' : 'their modes'}`;
  const alike = isStop
    ? `${countOf(off, 'VPA was', 'VPAs were')} Off already`
    : `${countOf(off, 'VPA stays', 'VPAs stay')} Off`;
  const parts = [count > 0 || off === 0 ? `${countOf(count, 'VPA')} ${done}` : '', off > 0 ? alike : ''];
  return { summary: parts.filter(Boolean).join('; '), changes, more };
}

/** The amounts a person decided about, and the reason. */
function decidedChanges(before: unknown, after: unknown): EntryChange[] {
  if (!isJsonObject(after) || !Array.isArray(after.containers)) return [];
  const changes = after.containers.filter(isJsonObject).map(({ name, target }) => {
    const to = isJsonObject(target) ? target : {};
    const from = Object.keys(to).flatMap((resource) => {
      const amount = isJsonObject(before) ? before[`${String(name)} ${resource}`] : undefined;
      return typeof amount === 'number' ? [[resource, amount]] : [];
    });
    return { container: String(name), from: Object.fromEntries(from), to, limits: {} };
  });
  const lines = plannedChangeLines(changes as ContainerChange[]).map(({ container, resource, from, to }) => ({
    what: `${container} ${resource}`,
    from,
    to,
  }));
  const { reason } = after;
  return typeof reason === 'string' ? [...lines, { what: 'reason', from: '', to: reason }] : lines;
}

function each(containers: unknown, field: string): unknown {
  if (!isJsonObject(containers)) return undefined;
  return Object.fromEntries(
    Object.entries(containers).map(([name, one]) => [name, isJsonObject(one) ? one[field] : undefined]),
  );
}

function amountChanges(before: unknown, after: unknown, field = ''): EntryChange[] {
  if (!isJsonObject(after)) return [];
  const changes = Object.entries(after).map(([container, to]) => ({
    container,
    from: (isJsonObject(before) ? before[container] : undefined) ?? {},
    to: to ?? {},
    limits: {},
  }));
  return plannedChangeLines(changes as ContainerChange[]).map(({ container, resource, from, to }) => ({
    what: `${container} ${resource}${field}`,
    from,
    to,
  }));
}

/** Every value that differs between two plain objects, by its path. */
function differences(path: string, before: unknown, after: unknown): EntryChange[] {
  if (isJsonObject(before) || isJsonObject(after)) {
    const [was, is] = [isJsonObject(before) ? before : {}, isJsonObject(after) ? after : {}];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
      differences(joined(path, key, Array.isArray(before) || Array.isArray(after)), was[key], is[key]),
    );
  }
  if ((before ?? null) === (after ?? null)) return [];
  return [{ what: path, from: words(before), to: words(after) }];
}

function joined(path: string, key: string, isList: boolean): string {
  if (isList) return `${path}[${key}]`;
  return path ? `${path}.${key}` : key;
}

function words(value: unknown): string {
  return value === undefined || value === null ? 'not set' : String(value);
}
