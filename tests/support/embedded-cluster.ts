import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Sandbox, type SandboxOptions, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import type { KubeObject, Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';

export const VPAS = 'verticalpodautoscalers.autoscaling.k8s.io';
export const NAMESPACE = 'shop';

/** An embedded cluster, empty unless said otherwise, and the folder that is gone with it. */
class EmbeddedCluster {
  constructor(
    readonly sandbox: Sandbox,
    readonly clock: Clock,
    readonly folder: string,
  ) {}

  async close(): Promise<void> {
    await this.sandbox.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function startEmbedded(clock: Clock, options: Partial<SandboxOptions> = {}): Promise<EmbeddedCluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
  const sandbox = await startSandbox({
    port: 0,
    clock,
    log: silentLogger,
    scenario: 'empty',
    seed: 1,
    dataDir: folder,
    ...options,
  });
  return new EmbeddedCluster(sandbox, clock, folder);
}

/** An embedded cluster with the namespace that tests of a role work in. */
export class ShopCluster extends EmbeddedCluster {
  protected static async inShop(
    clock: Clock,
    options: Partial<SandboxOptions> = {},
  ): Promise<[Sandbox, Clock, string]> {
    const { sandbox, folder } = await startEmbedded(clock, options);
    await sandbox.registry.create('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: NAMESPACE },
    });
    return [sandbox, clock, folder];
  }

  create<T extends KubeObject>(resource: string, object: T): Promise<T> {
    return this.sandbox.registry.create(resource, object);
  }

  /** A VPA of the same name as its target, a `kind`, that recommends `target` for `app`, within bounds around it. */
  protected async recommending(
    name: string,
    kind: string,
    target: { cpu: string; memory: string },
    spec: Partial<VerticalPodAutoscaler['spec']>,
  ): Promise<void> {
    const apiVersion = kind.endsWith('Job') ? 'batch/v1' : 'apps/v1';
    await this.create<VerticalPodAutoscaler>(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name, namespace: NAMESPACE },
      spec: { targetRef: { apiVersion, kind, name }, updatePolicy: { updateMode: 'Recreate' }, ...spec },
    });
    this.recommend(name, target);
  }

  recommend(name: string, target: { cpu: string; memory: string }): void {
    this.sandbox.registry.mutate<VerticalPodAutoscaler>(
      VPAS,
      NAMESPACE,
      name,
      (draft) => {
        const recommended = { containerName: 'app', target, lowerBound: target, upperBound: target };
        draft.status = { recommendation: { containerRecommendations: [recommended] } };
      },
      { subresource: 'status' },
    );
  }

  /** Pods of a workload that are not going away. */
  pods(app: string): Pod[] {
    return [...this.sandbox.registry.list<Pod>('pods', NAMESPACE)].filter(
      (pod) => pod.metadata.labels?.app === app && !pod.metadata.deletionTimestamp,
    );
  }
}
