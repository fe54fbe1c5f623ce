import { auditedPlace } from '@/server/operations/audited';
import type { StoredReplay } from '@/server/store/replays/replay-store';
import type { ReplayRequest, ReplayRow } from '../contract/replays';

/** What is stored of how far a replay is. */
export interface ReplayStanding {
  done: number;
  total: number;
  failure?: { message: string; isTooLittle: boolean };
}

/** What is replayed, by name: `shop/web` or `shop`; empty for the whole cluster. */
export function placeText(scope: ReplayRequest['scope']): string {
  const { namespace, name } = auditedPlace(scope);
  return name ? `${namespace}/${name}` : namespace;
}

/** A stored replay as the pages show it; what cannot be read of it is empty. */
export function replayRow({
  id,
  state,
  who,
  request,
  standing,
  startedMs,
  endedMs,
  namespace,
  name,
}: StoredReplay): ReplayRow {
  const read = parsed<ReplayRequest>(request);
  const stands = parsed<ReplayStanding>(standing);
  return {
    id,
    state,
    who,
    request: read ?? { scope: scopeOf(namespace, name), days: 1, loop: 'closed', variants: [] },
    startedMs,
    ...(endedMs !== undefined && { endedMs }),
    done: stands?.done ?? 0,
    total: stands?.total ?? 0,
    ...(stands?.failure && { failure: stands.failure }),
  };
}

function scopeOf(namespace: string, name: string): ReplayRequest['scope'] {
  if (name) return { kind: 'vpa', namespace, name };
  return namespace ? { kind: 'namespace', namespace } : { kind: 'all' };
}

function parsed<T extends object>(text: string): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
