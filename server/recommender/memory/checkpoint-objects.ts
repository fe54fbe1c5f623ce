import type { Clock } from '@/server/clock';
import { isKubeError, JSON_PATCH, type KubeClient } from '@/server/kube/client';
import type { KubeErrorKind } from '@/server/kube/errors';
import { isRefusal } from '@/server/kube/failures';
import { API_RESOURCES, apiVersionOf, pathOf } from '@/server/kube/resources';
import type { KubeList } from '@/server/kube/types';
import type { ProblemReporter } from '@/server/problems';
import type { CheckpointStatus } from './checkpoint-codec';
import type { DueCheckpoint, KeptCheckpoint, MemoryPlace, WriteLimits } from './place';

const PAGE_SIZE = 500;
const WRITES_AT_ONCE = 4;
const CLUSTER_AWAY: readonly KubeErrorKind[] = ['unreachable', 'timeout', 'unauthorized'];

export function checkpointName(vpa: string, container: string): string {
  return `${vpa}-${container}`;
}

/** The name of a checkpoint in problems. */
export function aboutCheckpoint(namespace: string, name: string): string {
  return `VerticalPodAutoscalerCheckpoint ${namespace}/${name}`;
}

/**
 * Checkpoint objects in the cluster, as in the reference. A failed write is reported and repeated in a later
 * pass.
 */
export class CheckpointObjects implements MemoryPlace {
  constructor(
    private readonly client: Pick<KubeClient, 'request'>,
    private readonly wallClock: Clock,
    private readonly problems: ProblemReporter,
  ) {}

  async *list(namespace?: string): AsyncGenerator<KeptCheckpoint> {
    let next: string | undefined;
    do {
      const page: KubeList<KeptCheckpoint> = await this.client.request(
        'GET',
        pathOf(API_RESOURCES.checkpoints, namespace),
        { query: { limit: PAGE_SIZE, continue: next } },
      );
      yield* page.items;
      next = page.metadata.continue || undefined;
    } while (next);
  }

  async get(namespace: string, name: string): Promise<KeptCheckpoint | undefined> {
    try {
      return await this.client.request('GET', pathOf(API_RESOURCES.checkpoints, namespace, name));
    } catch (error) {
      if (isKubeError(error, 'not-found')) return undefined;
      throw error;
    }
  }

  async remove({ metadata: { namespace, name, uid } }: KeptCheckpoint): Promise<void> {
    try {
      await this.client.request('DELETE', pathOf(API_RESOURCES.checkpoints, namespace, name), {
        body: { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: uid ? { uid } : undefined },
      });
    } catch (error) {
      if (!isKubeError(error, 'not-found', 'conflict')) throw error;
    }
  }

  async write(
    due: readonly DueCheckpoint[],
    { deadlineMs, atLeast, stopping }: WriteLimits,
  ): Promise<number> {
    let next = 0;
    let written = 0;
    const work = async (): Promise<void> => {
      const isTime = () => !stopping?.aborted && (next < atLeast || this.wallClock.now() < deadlineMs);
      while (next < due.length && isTime()) {
        const checkpoint = due[next++];
        if (!checkpoint) return;
        const outcome = await this.writeOne(checkpoint);
        if (outcome === 'written') written++;
        if (outcome === 'cluster-away') next = due.length;
      }
    };
    await Promise.all(Array.from({ length: WRITES_AT_ONCE }, work));
    return written;
  }

  private async writeOne(
    checkpoint: DueCheckpoint,
  ): Promise<'written' | 'nothing' | 'failed' | 'cluster-away'> {
    const status = checkpoint.status();
    if (!status) return 'nothing';
    const name = checkpointName(checkpoint.vpa, checkpoint.container);
    const about = aboutCheckpoint(checkpoint.namespace, name);
    try {
      const isWritten = checkpoint.exists
        ? await this.replaceOrCreate(checkpoint, name, status)
        : await this.createOrReplace(checkpoint, name, status);
      if (isWritten) checkpoint.written();
      this.problems.clear('checkpoint-not-written', about);
      return isWritten ? 'written' : 'nothing';
    } catch (error) {
      if (!isKubeError(error)) throw error;
      if (CLUSTER_AWAY.includes(error.kind)) return 'cluster-away';
      this.problems.report('checkpoint-not-written', about, error.message);
      return 'failed';
    }
  }

  /** @returns whether it was written; another owner's object is kept */
  private async replaceOrCreate(
    checkpoint: DueCheckpoint,
    name: string,
    status: CheckpointStatus,
  ): Promise<boolean> {
    try {
      await this.replace(checkpoint, name, status);
      return true;
    } catch (error) {
      if (!isKubeError(error, 'not-found')) throw error;
      return this.createOrReplace(checkpoint, name, status);
    }
  }

  /** @returns whether it was written; another owner's object is kept */
  private async createOrReplace(
    checkpoint: DueCheckpoint,
    name: string,
    status: CheckpointStatus,
  ): Promise<boolean> {
    try {
      await this.create(checkpoint, name, status);
      return true;
    } catch (error) {
      if (!isRefusal(error)) checkpoint.mayExist(status);
      if (!isKubeError(error, 'conflict')) throw error;
    }
    const path = pathOf(API_RESOURCES.checkpoints, checkpoint.namespace, name);
    const existing = await this.client.request<KeptCheckpoint>('GET', path);
    if (!checkpoint.meets(existing)) return false;
    await this.replace(checkpoint, name, checkpoint.status() ?? status);
    return true;
  }

  /** A JSON patch, since a merge patch would keep buckets that are gone. */
  private replace(
    { namespace, vpa, container }: DueCheckpoint,
    name: string,
    status: object,
  ): Promise<unknown> {
    return this.client.request('PATCH', pathOf(API_RESOURCES.checkpoints, namespace, name), {
      contentType: JSON_PATCH,
      body: [
        { op: 'add', path: '/spec', value: { vpaObjectName: vpa, containerName: container } },
        { op: 'add', path: '/status', value: status },
      ],
    });
  }

  private create(
    { namespace, vpa, container }: DueCheckpoint,
    name: string,
    status: object,
  ): Promise<unknown> {
    return this.client.request('POST', pathOf(API_RESOURCES.checkpoints, namespace), {
      body: {
        apiVersion: apiVersionOf(API_RESOURCES.checkpoints),
        kind: API_RESOURCES.checkpoints.kind,
        metadata: { namespace, name },
        spec: { vpaObjectName: vpa, containerName: container },
        status,
      },
    });
  }
}
