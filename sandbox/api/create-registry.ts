import { AdmissionChain } from '@/sandbox/api/admission/chain';
import { limitRanger } from '@/sandbox/api/admission/limit-ranger';
import { namespaceLifecycle } from '@/sandbox/api/admission/namespace-lifecycle';
import { priorityByClass } from '@/sandbox/api/admission/priority';
import { QuotaKeeper } from '@/sandbox/api/admission/quota';
import { resizeValidator } from '@/sandbox/api/admission/resize-validator';
import { seedRoles } from '@/sandbox/api/auth/seed-roles';
import { expireEvents } from '@/sandbox/api/control/event-expiry';
import { GarbageCollector } from '@/sandbox/api/control/garbage-collector';
import { runNamespaceController } from '@/sandbox/api/control/namespace-controller';
import { serveDefinitions } from '@/sandbox/api/crd/definitions';
import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { builtinKinds } from '@/sandbox/api/kinds/builtin';
import { Catalog } from '@/sandbox/api/kinds/catalog';
import { ObjectRegistry } from '@/sandbox/api/object-registry';
import { Storage } from '@/sandbox/api/storage/storage';
import { withColumns } from '@/sandbox/api/table/builtin-columns';
import { MutatingWebhooks } from '@/sandbox/api/webhooks/mutating-webhooks';
import { ValidatingWebhooks } from '@/sandbox/api/webhooks/validating-webhooks';
import { WebhookAsking } from '@/sandbox/api/webhooks/webhook-asking';
import { type ServiceReference, WebhookClient } from '@/sandbox/api/webhooks/webhook-client';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';

const NAMESPACES_AT_START = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** A cluster with nothing but the namespaces that every cluster has. */
export async function createRegistry(options: { clock: Clock; log: Logger }): Promise<ObjectRegistry> {
  const storage = new Storage(options.log);
  const admission = new AdmissionChain();
  const catalog = new Catalog(builtinKinds().map(withColumns));
  const registry = new ObjectRegistry({ ...options, storage, catalog, admission });
  admission.add(namespaceLifecycle(storage));
  admission.add(priorityByClass(storage));
  admission.add(limitRanger(storage));
  admission.add(resizeValidator(storage));
  admission.add(new QuotaKeeper(registry, storage, options.log, options.clock));
  new GarbageCollector(registry, options.log);
  const client = new WebhookClient((service) => addressFromEndpoints(storage, service));
  const asking = new WebhookAsking(storage, client, options.log);
  admission.webhooks = new MutatingWebhooks(asking);
  admission.validators = new ValidatingWebhooks(asking);
  runNamespaceController(registry);
  expireEvents(registry, options.clock);
  serveDefinitions(registry, options.clock);
  for (const name of NAMESPACES_AT_START) {
    await registry.create<KubeObject>('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
  }
  await seedRoles(registry);
  return registry;
}

/**
 * Where a service listens, from its Endpoints: the first ready address and its port. The embedded cluster has
 * no service network, so a server publishes its address in an Endpoints object of the service's name.
 */
function addressFromEndpoints(storage: Storage, service: ServiceReference): string | undefined {
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
