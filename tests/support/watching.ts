import { KubeClient } from '@/server/kube/client';
import { type CacheState, WatchCache, type WatchCacheOptions } from '@/server/kube/watch-cache';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock } from '@/server/lib/time/clock';
import type { KubeResource } from '@/server/objects/resources';
import type { KubeObject } from '@/server/objects/types';
import { cleanups } from './cleanups';
import { ScriptedApi } from './scripted-api';

const CONFIG_MAPS: KubeResource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};

/** Pauses of the product shrink to a fraction of a millisecond. */
export const SPEED = 500;

/** `streams`: whether it tries watches that begin with the current objects. */
type CacheUnderTest = Partial<WatchCacheOptions<KubeObject>> & { streams?: boolean };

export function cacheOf(api: ScriptedApi, { streams = false, ...options }: CacheUnderTest = {}) {
  const clock = acceleratedClock(0, SPEED);
  const client = KubeClient.connect(api.access(), {
    clock,
    qps: 1000,
    burst: 1000,
    timeoutMs: 30_000 * SPEED,
  });
  client.servesWatchLists = streams;
  const cache = new WatchCache<KubeObject>(client, CONFIG_MAPS, {
    log: silentLogger,
    clock,
    ...options,
    timings: { inactivityMs: 60_000 * SPEED, shortestWatchMs: 0, ...options.timings },
  });
  cleanups.push(async () => {
    await cache.stop();
    await client.close();
  });
  return { cache, client };
}

export async function serverAndCache(options: CacheUnderTest = {}) {
  const api = await ScriptedApi.start();
  cleanups.push(() => api.close());
  return { api, ...cacheOf(api, options) };
}

export function stateOf(cache: WatchCache<KubeObject>, kind: CacheState['kind']): Promise<CacheState> {
  if (cache.state.kind === kind) return Promise.resolve(cache.state);
  return new Promise((resolve) => {
    const end = cache.onState((state) => {
      if (state.kind !== kind) return;
      end();
      resolve(state);
    });
  });
}

/** Resolves when an object of this name is in the cache. */
export function seen(cache: WatchCache<KubeObject>, name: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (object: KubeObject) => {
      if (object.metadata.name === name) resolve();
    };
    cache.subscribe({ added: look, updated: (_, object) => look(object) });
  });
}

/** Resolves once the cache holds exactly what the server holds. */
export function agreement(cache: WatchCache<KubeObject>, api: ScriptedApi): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (identities(cache.list()).join() === identities(api.current()).join()) resolve();
    };
    cache.subscribe({ added: look, updated: look, deleted: look });
    cache.onState(look);
    look();
  });
}

/** What a listener heard, told so that a repetition or an omission shows. */
export function diaryOf(cache: WatchCache<KubeObject>): string[] {
  const diary: string[] = [];
  cache.subscribe({
    added: ({ metadata }) => diary.push(`added ${metadata.name}`),
    updated: (_, { metadata }) => diary.push(`updated ${metadata.name}`),
    deleted: ({ metadata }) => diary.push(`deleted ${metadata.name}`),
  });
  return diary;
}

export function identities(objects: Iterable<KubeObject>): string[] {
  return [...objects]
    .map(({ metadata: { namespace, name, uid, resourceVersion } }) =>
      [namespace, name, uid, resourceVersion].join(' '),
    )
    .sort();
}
