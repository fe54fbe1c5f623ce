import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import type { Storage } from '@/sandbox/api/storage/storage';
import type { ServiceReference } from '@/sandbox/api/webhooks/webhook-client';

/**
 * Where a service listens, from its Endpoints: the first ready address and its port. The embedded cluster has
 * no service network, so a server publishes its address in an Endpoints object of the service's name.
 */
export function addressFromEndpoints(storage: Storage, service: ServiceReference): string | undefined {
  const endpoints = storage.store('endpoints').get(service.namespace, service.name);
  for (const subset of objectsAt(endpoints, 'subsets')) {
    const address = objectsAt(subset, 'addresses')[0]?.ip;
    const port = portOf(subset);
    if (typeof address === 'string' && port !== undefined) return `${address}:${port}`;
  }
  return undefined;
}

function portOf(subset: JsonObject): number | undefined {
  const port = objectsAt(subset, 'ports').find(isJsonObject)?.port;
  return typeof port === 'number' ? port : undefined;
}
