import { createHash } from 'node:crypto';
import { isKubeError, JSON_PATCH, type KubeClient, MERGE_PATCH } from '@/server/kube/client';
import type { KubeErrorKind } from '@/server/kube/errors';
import { isRefusal } from '@/server/kube/failures';
import type { ProblemReporter } from '@/server/kube/problems';
import type { Clock } from '@/server/lib/time/clock';
import { fewAtATime } from '@/server/lib/time/few-at-a-time';
import { API_RESOURCES, apiVersionOf, groupResource, pathOf } from '@/server/objects/resources';
import type { KubeList } from '@/server/objects/types';
import type { CheckpointStatus } from './checkpoint-codec';
import { type CheckpointOwner, ownerOf } from './known-checkpoint';
import {
  type CheckpointPlace,
  type DueCheckpoint,
  type KeptCheckpoint,
  PlaceError,
  STUDY_ANNOTATION,
  studyIn,
  type WriteLimits,
} from './place';

const PAGE_SIZE = 500;
const WRITES_AT_ONCE = 4;
const CLUSTER_AWAY: readonly KubeErrorKind[] = ['unreachable', 'timeout', 'unauthorized'];
const CHECKPOINTS_KIND = groupResource(API_RESOURCES.checkpoints);
/** Share of the requests allowed that checkpoints may use; in a large cluster they take turns. */
const SHARE_OF_REQUESTS = 0.1;

type ContainerOfVpa = CheckpointOwner & { namespace: string };

/** Of the name of an object. */
const LONGEST_NAME = 253;
const HASH_LENGTH = 12;

interface ObjectsParts {
  client: Pick<KubeClient, 'request'>;
  wallClock: Clock;
  problems: ProblemReporter;
  /** Requests that the API server may get per second. */
  qps: number;
}

/**
 * Checkpoint objects in the cluster, as in the reference. A failed write is reported and repeated in a later
 * pass.
 */
export class CheckpointObjects implements CheckpointPlace {
  readonly unusable = 'checkpoint-unusable';
  readonly writesPerSecond: number;
  private readonly client: ObjectsParts['client'];
  private readonly wallClock: Clock;
  private readonly problems: ProblemReporter;

  constructor({ client, wallClock, problems, qps }: ObjectsParts) {
    this.client = client;
    this.wallClock = wallClock;
    this.problems = problems;
    this.writesPerSecond = qps * SHARE_OF_REQUESTS;
  }

  /** As in the reference; one that is longer than the API server takes is shortened with a hash of the whole. */
  nameOf({ vpa, container }: CheckpointOwner): string {
    const name = `${vpa}-${container}`;
    if (name.length <= LONGEST_NAME) return name;
    const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
    // No part of a name between dots may begin with a hyphen.
    return `${name.slice(0, LONGEST_NAME - HASH_LENGTH - 1).replace(/[.-]+$/, '')}-${hash}`;
  }

  about(namespace: string, name: string): string {
    return `VerticalPodAutoscalerCheckpoint ${namespace}/${name}`;
  }

  async *list(namespace?: string): AsyncGenerator<KeptCheckpoint> {
    let next: string | undefined;
    do {
      const page = await this.page(namespace, next);
      yield* page.items;
      next = page.metadata.continue || undefined;
    } while (next);
  }

  private async page(namespace: string | undefined, next: string | undefined) {
    const path = pathOf(API_RESOURCES.checkpoints, namespace);
    const { problems } = this;
    try {
      const query = { limit: PAGE_SIZE, continue: next };
      const page = await this.client.request<KubeList<KeptCheckpoint>>('GET', path, { query });
      problems.clear('crds-not-installed', CHECKPOINTS_KIND);
      problems.clear('access-forbidden', CHECKPOINTS_KIND);
      return page;
    } catch (error) {
      if (isKubeError(error, 'not-found')) problems.report('crds-not-installed', CHECKPOINTS_KIND);
      throw this.failed(error, isKubeError(error, 'not-found'));
    }
  }

  async get(namespace: string, owner: CheckpointOwner): Promise<KeptCheckpoint | undefined> {
    try {
      const path = pathOf(API_RESOURCES.checkpoints, namespace, this.nameOf(owner));
      return await this.client.request<KeptCheckpoint>('GET', path);
    } catch (error) {
      if (isKubeError(error, 'not-found')) return undefined;
      throw this.failed(error);
    }
  }

  async put(kept: KeptCheckpoint): Promise<void> {
    const { metadata, spec, status = {} } = kept;
    const { namespace = '' } = metadata;
    const study = studyIn(kept);
    const owner = ownerOf(spec);
    const name = this.nameOf(owner);
    try {
      await this.create({ namespace, ...owner }, name, status, study);
    } catch (error) {
      if (!isKubeError(error, 'conflict')) throw this.failed(error);
      await this.replace({ namespace, ...owner }, name, status, study).catch((refusal: unknown) => {
        throw this.failed(refusal);
      });
    }
  }

  async remove({ metadata: { namespace, name, uid, resourceVersion } }: KeptCheckpoint): Promise<void> {
    try {
      await this.client.request('DELETE', pathOf(API_RESOURCES.checkpoints, namespace, name), {
        body: { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid, resourceVersion } },
      });
    } catch (error) {
      if (!isKubeError(error, 'not-found', 'conflict')) throw this.failed(error);
    }
  }

  private failed(error: unknown, isAbsent = false): unknown {
    if (!isKubeError(error) || error.kind === 'not-leading') return error;
    if (error.kind === 'forbidden') this.problems.report('access-forbidden', CHECKPOINTS_KIND, error.message);
    return new PlaceError(error.message, isAbsent, { cause: error });
  }

  async write(
    due: readonly DueCheckpoint[],
    { deadlineMs, atLeast, stopping, mayWrite = () => true }: WriteLimits,
  ): Promise<number> {
    let begun = 0;
    let written = 0;
    let isAway = false;
    const write = async (checkpoint: DueCheckpoint): Promise<void> => {
      begun++;
      const outcome = await this.writeOne(checkpoint);
      if (outcome === 'written') written++;
      isAway ||= outcome === 'cluster-away';
    };
    const isTime = () => begun < atLeast || this.wallClock.steady() < deadlineMs;
    const goesOn = () => !isAway && !stopping?.aborted && mayWrite() && isTime();
    await fewAtATime(due, write, { atOnce: WRITES_AT_ONCE, goesOn });
    return written;
  }

  private async writeOne(
    checkpoint: DueCheckpoint,
  ): Promise<'written' | 'nothing' | 'failed' | 'cluster-away'> {
    const status = checkpoint.status();
    if (!status) return 'nothing';
    const name = this.nameOf(checkpoint);
    const about = this.about(checkpoint.namespace, name);
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
      if (error.kind === 'not-leading') return 'nothing';
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
      await this.replace(checkpoint, name, status, checkpoint.study());
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
      await this.create(checkpoint, name, status, checkpoint.study());
      return true;
    } catch (error) {
      if (!isRefusal(error)) checkpoint.mayExist(status);
      if (!isKubeError(error, 'conflict')) throw error;
    }
    const path = pathOf(API_RESOURCES.checkpoints, checkpoint.namespace, name);
    const existing = await this.client.request<KeptCheckpoint>('GET', path);
    if (!checkpoint.meets(existing)) return false;
    await this.replace(checkpoint, name, checkpoint.status() ?? status, checkpoint.study());
    return true;
  }

  /** A JSON patch, since a merge patch would keep buckets that are gone; annotations are merged. */
  private async replace(
    { namespace, vpa, container }: ContainerOfVpa,
    name: string,
    status: object,
    study: string | undefined,
  ): Promise<void> {
    const path = pathOf(API_RESOURCES.checkpoints, namespace, name);
    await this.client.request('PATCH', path, {
      contentType: JSON_PATCH,
      body: [
        { op: 'add', path: '/spec', value: { vpaObjectName: vpa, containerName: container } },
        { op: 'add', path: '/status', value: status },
      ],
    });
    const annotations = annotationsFor(study);
    if (annotations)
      await this.client.request('PATCH', path, {
        contentType: MERGE_PATCH,
        body: { metadata: { annotations } },
      });
  }

  private create(
    { namespace, vpa, container }: ContainerOfVpa,
    name: string,
    status: object,
    study: string | undefined,
  ): Promise<unknown> {
    return this.client.request('POST', pathOf(API_RESOURCES.checkpoints, namespace), {
      body: {
        apiVersion: apiVersionOf(API_RESOURCES.checkpoints),
        kind: API_RESOURCES.checkpoints.kind,
        metadata: { namespace, name, annotations: annotationsFor(study) },
        spec: { vpaObjectName: vpa, containerName: container },
        status,
      },
    });
  }
}

function annotationsFor(study: string | undefined): Record<string, string> | undefined {
  return study === undefined ? undefined : { [STUDY_ANNOTATION]: study };
}
