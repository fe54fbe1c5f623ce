import type { Clock } from '@/server/clock';
import { isKubeError, JSON_PATCH, type KubeClient } from '@/server/kube/client';
import type { KubeErrorKind } from '@/server/kube/errors';
import { isRefusal } from '@/server/kube/failures';
import { API_RESOURCES, apiVersionOf, pathOf } from '@/server/kube/resources';
import type { VerticalPodAutoscalerCheckpoint } from '@/server/kube/vpa-types';
import type { ProblemReporter } from '@/server/problems';
import type { CheckpointStatus } from './checkpoint-codec';

const WRITES_AT_ONCE = 4;
const CLUSTER_AWAY: readonly KubeErrorKind[] = ['unreachable', 'timeout', 'unauthorized'];

/** One checkpoint to write; `status` is made when its turn comes, since making it costs. */
export interface DueCheckpoint {
  namespace: string;
  vpa: string;
  container: string;
  /** Whether the cluster is believed to have this object already. */
  exists: boolean;
  status(): CheckpointStatus | undefined;
  /** `status` was sent for a new object and no certain answer came: it may be there all the same. */
  mayExist(status: CheckpointStatus): void;
  /** The cluster has an object of this name already. Answers whether it may be replaced, once it is accounted for. */
  meets(existing: VerticalPodAutoscalerCheckpoint): boolean;
  written(): void;
}

export function checkpointName(vpa: string, container: string): string {
  return `${vpa}-${container}`;
}

/** How a problem names a checkpoint. */
export function aboutCheckpoint(namespace: string, name: string): string {
  return `VerticalPodAutoscalerCheckpoint ${namespace}/${name}`;
}

/** Creates and replaces checkpoint objects. What cannot be written is reported and tried again with a later pass. */
export class CheckpointWriter {
  constructor(
    private readonly client: Pick<KubeClient, 'request'>,
    private readonly wallClock: Clock,
    private readonly problems: ProblemReporter,
  ) {}

  /**
   * Writes `due` in its order until done, or until `deadlineMs` of the wall clock once `atLeast` were tried, or
   * until `stopping` aborts.
   * @returns how many were written
   */
  async write(
    due: readonly DueCheckpoint[],
    deadlineMs: number,
    atLeast: number,
    stopping?: AbortSignal,
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

  /** @returns whether it was written; another's object is left as it is */
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

  /** @returns whether it was written; another's object is left as it is */
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
    const existing = await this.client.request<VerticalPodAutoscalerCheckpoint>('GET', path);
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
