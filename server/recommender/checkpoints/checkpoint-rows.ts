import type { ProblemReporter } from '@/server/kube/problems';
import type { Clock } from '@/server/lib/time/clock';
import { Slices } from '@/server/lib/time/slices';
import { parsed } from '@/server/objects/json-object';
import { API_RESOURCES, apiVersionOf } from '@/server/objects/resources';
import {
  type CheckpointKey,
  type CheckpointStore,
  type Checkpoints,
  DatabaseAway,
  keyTextOf,
  type NewCheckpoint,
  type StoredCheckpoint,
} from '@/server/store';
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

/** Rows read at once: parsing them must not hold up others for long. */
const PAGE_SIZE = 100;
/** Rows in one statement. */
const BATCH = 100;
const WRITES_PER_SECOND = 100;
const DATABASE = 'the database of PLUMBLINE_DATABASE_URL';
/** What no date holds counts as long ago. */
const LAST_MOMENT_MS = 8.64e15;

interface Encoded {
  checkpoint: DueCheckpoint;
  status: CheckpointStatus;
  study: string | undefined;
}

interface RowsParts {
  checkpoints: Pick<Checkpoints, 'ask'>;
  /** The cluster clock, which dates rows. */
  clock: Clock;
  wallClock: Clock;
  problems: ProblemReporter;
}

export class CheckpointRows implements CheckpointPlace {
  readonly writesPerSecond = WRITES_PER_SECOND;
  readonly unusable = 'checkpoint-row-unusable';

  constructor(private readonly parts: RowsParts) {}

  nameOf({ vpa, container }: CheckpointOwner): string {
    return `${vpa}/${container}`;
  }

  about(namespace: string, name: string): string {
    return `Checkpoint ${namespace}/${name}`;
  }

  async *list(namespace?: string): AsyncGenerator<KeptCheckpoint> {
    let after: CheckpointKey | undefined;
    for (;;) {
      const page = await this.ask((store) => store.page({ after, namespace, limit: PAGE_SIZE }));
      for (const row of page) yield this.keptOf(row);
      after = page.at(-1);
      if (page.length < PAGE_SIZE) return;
    }
  }

  async get(namespace: string, owner: CheckpointOwner): Promise<KeptCheckpoint | undefined> {
    const row = await this.ask((store) => store.get({ namespace, ...owner }));
    return row && this.keptOf(row);
  }

  async put(kept: KeptCheckpoint): Promise<void> {
    const what = { status: kept.status ?? {}, study: studyIn(kept) };
    const row = this.rowOf(keyOf(kept), what, Date.parse(kept.metadata.creationTimestamp ?? ''));
    await this.ask((store) => store.put([row]));
  }

  async remove(kept: KeptCheckpoint): Promise<void> {
    const version = kept.metadata.resourceVersion ?? '';
    await this.ask((store) => store.remove({ ...keyOf(kept), version }));
  }

  async write(
    due: readonly DueCheckpoint[],
    { deadlineMs, atLeast, stopping, mayWrite = () => true }: WriteLimits,
  ): Promise<number> {
    const slices = new Slices();
    let written = 0;
    for (let from = 0; from < due.length; from += BATCH) {
      const isTime = from < atLeast || this.parts.wallClock.steady() < deadlineMs;
      if (stopping?.aborted || !isTime || !mayWrite()) break;
      const encoded: Encoded[] = [];
      for (const checkpoint of due.slice(from, from + BATCH)) {
        const status = checkpoint.status();
        if (status) encoded.push({ checkpoint, status, study: checkpoint.study() });
        await slices.breathe();
      }
      try {
        written += await this.replaceOrCreate(encoded, mayWrite);
      } catch (error) {
        if (!(error instanceof PlaceError)) throw error;
        break;
      }
    }
    return written;
  }

  /** @returns how many were written */
  private async replaceOrCreate(encoded: readonly Encoded[], mayWrite: () => boolean): Promise<number> {
    const existing = encoded.filter(({ checkpoint }) => checkpoint.exists);
    const replaced = existing.length > 0 ? await this.replace(existing, mayWrite) : 0;
    const missing = encoded.filter(({ checkpoint }) => !checkpoint.exists);
    return replaced + (missing.length > 0 ? await this.create(missing, mayWrite) : 0);
  }

  /** @param mayWrite asked once the database listens: until then another may have begun to write */
  private async replace(encoded: readonly Encoded[], mayWrite: () => boolean): Promise<number> {
    const rows = encoded.map(({ checkpoint, ...what }) => this.rowOf(checkpoint, what));
    const isPut = await this.ask(async (store) => {
      if (!mayWrite()) return false;
      await store.put(rows);
      return true;
    });
    if (!isPut) return 0;
    for (const { checkpoint } of encoded) checkpoint.written();
    return encoded.length;
  }

  /** One that exists already is read before it is replaced. */
  private async create(encoded: readonly Encoded[], mayWrite: () => boolean): Promise<number> {
    const inserted = await this.inserted(encoded, mayWrite);
    if (!inserted) return 0;
    const created = new Set(inserted);
    const met: Encoded[] = [];
    for (const one of encoded) {
      const { checkpoint } = one;
      if (created.has(keyTextOf(checkpoint))) {
        checkpoint.written();
        continue;
      }
      const existing = await this.get(checkpoint.namespace, checkpoint);
      if (existing && checkpoint.meets(existing))
        met.push({ ...one, status: checkpoint.status() ?? one.status, study: checkpoint.study() });
    }
    return created.size + (met.length > 0 ? await this.replace(met, mayWrite) : 0);
  }

  /** Undefined if this process may not write any more. */
  private async inserted(
    encoded: readonly Encoded[],
    mayWrite: () => boolean,
  ): Promise<string[] | undefined> {
    try {
      const rows = encoded.map(({ checkpoint, ...what }) => this.rowOf(checkpoint, what));
      const inserted = await this.ask(async (store) => (mayWrite() ? store.insert(rows) : undefined));
      return inserted?.map(keyTextOf);
    } catch (error) {
      for (const { checkpoint, status } of encoded) checkpoint.mayExist(status);
      throw error;
    }
  }

  private rowOf(
    { namespace, vpa, container }: CheckpointKey,
    { status, study }: Omit<Encoded, 'checkpoint'>,
    createdMs = Number.NaN,
  ): NewCheckpoint {
    return {
      namespace,
      vpa,
      container,
      createdMs: Number.isNaN(createdMs) ? this.parts.clock.now() : createdMs,
      status: JSON.stringify({ ...status, [STUDY_ANNOTATION]: study }),
    };
  }

  private keptOf(row: StoredCheckpoint): KeptCheckpoint {
    const { namespace, vpa, container, createdMs, version } = row;
    const isDate = Math.abs(createdMs) <= LAST_MOMENT_MS;
    const { status, annotations } = contentOf(row.status);
    return {
      apiVersion: apiVersionOf(API_RESOURCES.checkpoints),
      kind: API_RESOURCES.checkpoints.kind,
      metadata: {
        namespace,
        name: this.nameOf({ vpa, container }),
        creationTimestamp: new Date(isDate ? createdMs : 0).toISOString(),
        resourceVersion: version,
        annotations,
      },
      spec: { vpaObjectName: vpa, containerName: container },
      status: status as CheckpointStatus,
    };
  }

  /** What the database answers. @throws PlaceError if it is away, which is a problem until it is back */
  private async ask<T>(question: (store: CheckpointStore) => Promise<T>): Promise<T> {
    const { checkpoints, problems } = this.parts;
    try {
      const answer = await checkpoints.ask(question);
      problems.clear('checkpoints-away', DATABASE);
      return answer;
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      problems.report('checkpoints-away', DATABASE, error.message);
      throw new PlaceError(error.message, false, { cause: error });
    }
  }
}

function keyOf({ metadata, spec }: KeptCheckpoint): CheckpointKey {
  return { namespace: metadata.namespace ?? '', ...ownerOf(spec) };
}

/** What is no JSON object stays as it is, which nobody takes for a checkpoint. */
function contentOf(text: string): { status: unknown; annotations?: Record<string, string> } {
  const value = parsed(text);
  if (value === undefined) return { status: text };
  if (typeof value !== 'object' || value === null || !(STUDY_ANNOTATION in value)) return { status: value };
  const { [STUDY_ANNOTATION]: study, ...status } = value as Record<string, unknown>;
  return { status, annotations: { [STUDY_ANNOTATION]: String(study) } };
}
