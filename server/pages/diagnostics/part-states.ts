import type { PartState } from '../../contract/diagnostics';
import type { Runtime } from '../../host/runtime';
import type { CachedKind } from '../../kube/cached-kinds';
import type { ClusterCaches } from '../../kube/caches';
import { countOf } from '../../words/counts';
import { isoTime } from '../../words/times';
import { leadingOf } from '../answers';

const LASTS = { none: 'not configured', connecting: 'connecting', connected: 'connected' } as const;
const CACHE_WORDS = {
  listing: 'reading the first list',
  failing: 'cannot be watched',
  forbidden: 'may not be read',
  absent: 'not installed',
} as const;

/** Every part of a process, and how it is. */
export function partStates(running: Runtime): PartState[] {
  return [clusterPart(running), ...roleParts(running), databasePart(running), ...watchParts(running)];
}

function clusterPart(running: Runtime): PartState {
  const { cluster } = running.status();
  const about = 'message' in cluster && cluster.message ? `: ${cluster.message}` : '';
  return { part: 'Cluster', isWell: cluster.kind === 'connected', state: LASTS[cluster.kind] + about };
}

function roleParts({ config, handles }: Runtime): PartState[] {
  const leading = new Map(leadingOf(handles).map(({ role, isLeading }) => [role, isLeading]));
  return config.roles.map((role): PartState => {
    const part = `Role ${role}`;
    if (!(role in handles) || handles[role as keyof typeof handles] === undefined)
      return { part, isWell: false, state: 'not started' };
    const turn = leading.get(role);
    const states = [turn === undefined ? 'runs' : turn ? 'runs and leads' : 'runs, another process leads'];
    if (role === 'recommender') {
      const last = handles.recommender?.lastPass;
      states.push(
        last ? `last pass ${isoTime(last.atMs)}, ${Math.round(last.durationMs)} ms` : 'no pass yet',
      );
    }
    const updating = role === 'updater' ? handles.updater?.state : undefined;
    if (updating?.kind === 'running' && updating.lastPassMs !== undefined)
      states.push(`last pass ${isoTime(updating.lastPassMs)}`);
    const health = role === 'admission' ? handles.admission?.health() : undefined;
    if (health?.kind === 'unhealthy')
      states.push(...health.faults.map(({ check, detail }) => `${check}: ${detail}`));
    else if (health) states.push(health.kind);
    return { part, isWell: health?.kind !== 'unhealthy', state: states.join('; ') };
  });
}

function databasePart({ store }: Runtime): PartState {
  const { state, waiting } = store;
  const about = state.kind === 'away' ? `: ${state.message}` : '';
  const left = state.dropped > 0 ? `; ${countOf(state.dropped, 'record')} lost` : '';
  return {
    part: 'Database',
    isWell: state.kind === 'available',
    state: `${state.kind}${about}; ${countOf(waiting, 'record')} waiting${left}`,
  };
}

/** One line for all watches that work, and one for each that does not. */
function watchParts({ cluster }: Runtime): PartState[] {
  if (!cluster) return [];
  const all = watches(cluster.caches);
  const synced = all.filter(({ cache }) => cache.state.kind === 'synced');
  const objects = synced.reduce((sum, { cache }) => sum + cache.size, 0);
  const parts = [
    {
      part: 'Watches',
      isWell: true,
      state: `${countOf(synced.length, 'kind')}, ${countOf(objects, 'object')}`,
    },
  ];
  for (const { kind, cache } of all) {
    const { state } = cache;
    if (state.kind === 'idle' || state.kind === 'synced') continue;
    const about = 'error' in state ? `: ${state.error.message}` : '';
    const isWell = state.kind === 'listing' || state.kind === 'absent';
    parts.push({ part: `Watch of ${kind}`, isWell, state: CACHE_WORDS[state.kind] + about });
  }
  return parts;
}

function watches(caches: ClusterCaches) {
  const kinds = Object.keys(caches) as CachedKind[];
  return kinds.flatMap((kind) => {
    const cache = caches[kind];
    return 'state' in cache && 'size' in cache ? [{ kind, cache }] : [];
  });
}
