import { createRegistry } from '@/sandbox/api/create-registry';
import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import { type ApiServer, startApiServer } from '@/sandbox/api/server';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, type Clock } from '@/server/lib/time/clock';
import type { KubeObject, Pod } from '@/server/objects/types';
import { Api } from './raw-api';

const START_MS = Date.parse('2026-11-21T09:00:00Z');

/** The API server alone: nothing schedules, runs or controls anything. */
export interface ApiOnly {
  clock: Clock;
  registry: ObjectRegistry;
  server: ApiServer;
  api: Api;
  close(): Promise<void>;
}

export async function startApiOnly(): Promise<ApiOnly> {
  const clock = acceleratedClock(START_MS, 1);
  const registry = await createRegistry({ clock, log: silentLogger });
  const server = await startApiServer({ port: 0, clock, log: silentLogger, registry });
  const api = new Api(server.url, server.caPem, server.tokens.admin);
  return {
    clock,
    registry,
    server,
    api,
    close: async () => {
      await api.close();
      await server.close();
    },
  };
}

export function podNamed(name: string, extra: Partial<Pod['metadata']> = {}, resources?: object): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', ...extra },
    spec: { containers: [{ name: 'app', image: 'img:1', ...(resources ? { resources } : {}) }] },
  };
}

export function configMapNamed(name: string, extra: Partial<KubeObject['metadata']> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default', ...extra } };
}
