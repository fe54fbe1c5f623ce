import { podTemplateOf } from '@/server/objects/pod-template';
import { sizedContainers } from '@/server/objects/sized-containers';
import type { ControllerRevision, Workload } from '@/server/objects/types';

export type LifeChange = 'image' | 'amounts';

/** Since when the pods of a workload run what they run now. */
export interface TemplateLife {
  /** When its first revision came, Unix ms. */
  readonly sinceMs: number;
  readonly changed: LifeChange;
}

/** A revision of a template that is still there. */
export interface Revision {
  readonly turn: number;
  readonly atMs: number;
  readonly workload: Workload;
}

/** What changes what the pods of a template use: its images, and its amounts; other edits only restart them. */
interface Fingerprint {
  readonly images: string;
  readonly amounts: string;
}

const fingerprints = new WeakMap<Workload, Fingerprint>();

function fingerprintOf(workload: Workload): Fingerprint {
  let known = fingerprints.get(workload);
  if (!known) {
    const spec = podTemplateOf(workload)?.spec;
    const containers = spec ? sizedContainers(spec) : [];
    const byName = [...containers].sort((a, b) => (a.name < b.name ? -1 : 1));
    known = {
      images: JSON.stringify(byName.map(({ name, image }) => [name, image])),
      amounts: JSON.stringify(byName.map(({ name, resources }) => [name, ...amountsIn(resources)])),
    };
    fingerprints.set(workload, known);
  }
  return known;
}

function amountsIn(resources: { requests?: object; limits?: object } | undefined): unknown[] {
  return [resources?.requests, resources?.limits].map((amounts) => Object.entries(amounts ?? {}).sort());
}

/** Texts that are equal if two templates are alike. */
export function templateKeyOf(workload: Workload): string {
  const { images, amounts } = fingerprintOf(workload);
  return images + amounts;
}

/** What differs between two templates; the image where both do. */
export function changeBetween(before: Workload, after: Workload): LifeChange | undefined {
  const [one, other] = [fingerprintOf(before), fingerprintOf(after)];
  if (one.images !== other.images) return 'image';
  return one.amounts === other.amounts ? undefined : 'amounts';
}

/**
 * The life of the last of the revisions of one workload: from the oldest of the last revisions that are alike in
 * images and amounts. Undefined if no revision differs; a rollback goes on with a life that was.
 */
export function lifeOfRevisions(all: readonly Revision[]): TemplateLife | 'rolled-back' | undefined {
  const revisions = [...all].sort((a, b) => b.turn - a.turn || b.atMs - a.atMs);
  const [current] = revisions;
  if (!current) return undefined;
  let first = current;
  for (const revision of revisions.slice(1)) {
    const changed = changeBetween(revision.workload, current.workload);
    if (changed) return revision.atMs < first.atMs ? { sinceMs: first.atMs, changed } : 'rolled-back';
    if (revision.atMs < first.atMs) first = revision;
  }
  return undefined;
}

/** Undefined for a ReplicaSet that is no revision of another workload. */
export function revisionOfReplicaSet(workload: Workload): Revision | undefined {
  const { annotations = {}, creationTimestamp = '' } = workload.metadata;
  const turn = Number(
    annotations['deployment.kubernetes.io/revision'] ?? annotations['rollout.argoproj.io/revision'],
  );
  return revisionAt(turn, creationTimestamp, workload);
}

/** Undefined for one without a template of pods, as other controllers keep them. A rollback gives a former one a new turn. */
export function revisionOfController({
  apiVersion,
  kind,
  metadata,
  revision,
  data,
}: ControllerRevision): Revision | undefined {
  const template = data?.spec?.template;
  return template && Array.isArray(template.spec?.containers)
    ? revisionAt(revision, metadata.creationTimestamp ?? '', {
        apiVersion,
        kind,
        metadata,
        spec: { template },
      })
    : undefined;
}

function revisionAt(turn: number, created: string, workload: Workload): Revision | undefined {
  const atMs = Date.parse(created);
  return Number.isNaN(turn) || Number.isNaN(atMs) ? undefined : { turn, atMs, workload };
}
