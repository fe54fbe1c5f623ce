import type { Clock } from '@/server/clock';
import type { KubeObject } from '@/server/kube/types';
import type { Logger } from '@/server/log';
import { AdmissionChain } from './admission/chain';
import { limitRanger } from './admission/limit-ranger';
import { namespaceLifecycle } from './admission/namespace-lifecycle';
import { priorityByClass } from './admission/priority';
import { QuotaKeeper } from './admission/quota';
import { resizeValidator } from './admission/resize-validator';
import { seedRoles } from './auth/seed-roles';
import { expireEvents } from './control/event-expiry';
import { GarbageCollector } from './control/garbage-collector';
import { runNamespaceController } from './control/namespace-controller';
import { serveDefinitions } from './crd/definitions';
import { builtinKinds } from './kinds/builtin';
import { Catalog } from './kinds/catalog';
import { ObjectRegistry } from './object-registry';
import { Storage } from './storage/storage';
import { withColumns } from './table/builtin-columns';
import { MutatingWebhooks } from './webhooks/mutating-webhooks';
import { addressFromEndpoints } from './webhooks/service-address';
import { WebhookClient } from './webhooks/webhook-client';

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
  admission.add(new QuotaKeeper(registry, storage, options.log));
  new GarbageCollector(registry, options.log);
  const client = new WebhookClient((service) => addressFromEndpoints(storage, service));
  admission.webhooks = new MutatingWebhooks(storage, client, options.log);
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
