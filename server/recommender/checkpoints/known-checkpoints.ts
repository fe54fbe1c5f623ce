import type { ChosenEstimator } from '@/server/decide/estimators/estimator';
import type { ProblemReporter } from '@/server/kube/problems';
import { errorText } from '@/server/lib/report/errors';
import type { ClusterState } from '@/server/model/cluster-state';
import { containerKey } from '@/server/objects/container-key';
import { ofKey } from '../../lib/memo/of-key';
import type { ServedVpa } from '../vpas/served-vpa';
import { decodeCheckpoint } from './checkpoint-codec';
import { extrasIn } from './extras';
import {
  type CheckpointOwner,
  fingerprintOf,
  found,
  isSameCheckpoint,
  type KnownCheckpoint,
  unknownCheckpoint,
} from './known-checkpoint';
import { type CheckpointPlace, type KeptCheckpoint, studyIn } from './place';
import { restoreGroups } from './saved-groups';

export interface RestoreParts {
  estimator: Pick<ChosenEstimator, 'load'>;
  state: Pick<ClusterState, 'loadCheckpoint' | 'podsOfVpa'>;
  problems: ProblemReporter;
  place: Pick<CheckpointPlace, 'nameOf' | 'about' | 'unusable'>;
  /** Tells the model of the groups of nodes of a VPA; absent where there are none. */
  groupsBegun?(served: ServedVpa): void;
  /**
   * Where several processes learn and one of them writes: since when this one learns (Unix ms, cluster time). What
   * another learned since is in the model already.
   */
  followsSinceMs?: number;
}

/** What is known of each checkpoint object, by namespace and name; adds their content to the model, once. */
export class KnownCheckpoints {
  private readonly known = new Map<string, KnownCheckpoint>();

  constructor(private readonly parts: RestoreParts) {}

  of(namespace: string, name: string): KnownCheckpoint {
    const key = `${namespace}/${name}`;
    return ofKey(this.known, key, unknownCheckpoint);
  }

  [Symbol.iterator](): IterableIterator<[key: string, known: KnownCheckpoint]> {
    return this.known.entries();
  }

  forget(namespace: string, name: string): void {
    this.known.delete(`${namespace}/${name}`);
    const { place, problems } = this.parts;
    for (const code of [place.unusable, 'checkpoint-not-written', 'checkpoint-not-removed'] as const)
      problems.clear(code, place.about(namespace, name));
  }

  /** Adds a checkpoint's content to the model, unless it is there already. */
  restore(checkpoint: KeptCheckpoint, served: ServedVpa): void {
    const { namespace = '', name } = checkpoint.metadata;
    const known = this.of(namespace, name);
    const { place } = this.parts;
    const about = place.about(namespace, name);
    const { container } = found(known, checkpoint);
    try {
      if (known.sent.has(fingerprintOf(checkpoint.status))) known.inModel = true;
      const beside = extrasIn(studyIn(checkpoint));
      const { study, groups, lives } = beside;
      const isSidecar = beside.isSidecar ?? this.isForSidecar(checkpoint, served, container);
      known.isSidecar = isSidecar;
      const lastMs = Date.parse(checkpoint.status?.lastSampleStart ?? '');
      // A VPA that was deleted and created again has no study any more, whatever the model has.
      if (study !== undefined) served.studies?.restore(container, study, lastMs, isSidecar);
      if (lives !== undefined) served.leaks?.restore(container, lives, isSidecar);
      known.inModel ||= this.isLearnedHereToo(checkpoint);
      if (known.inModel) return;
      const decoded = decodeCheckpoint(checkpoint.status, this.parts.estimator);
      this.parts.state.loadCheckpoint(namespace, served.name, container, decoded, isSidecar);
      if (groups !== undefined)
        restoreGroups(served, { container, isSidecar }, groups, {
          ...this.parts,
          begun: (of) => this.parts.groupsBegun?.(of),
        });
      known.unusable = false;
      known.inModel = true;
      const writtenMs = Date.parse(checkpoint.status?.lastUpdateTime ?? '');
      if (!Number.isNaN(writtenMs)) served.learnedUntilMs.set(container, writtenMs);
      this.parts.problems.clear(place.unusable, about);
    } catch (error) {
      known.unusable = true;
      const message = errorText(error);
      this.parts.problems.report(place.unusable, about, message);
    }
  }

  /**
   * Accounts for an object that did not exist when the checkpoints were read: another process's evidence is
   * added to the model, once; our own is there already.
   * @returns whether it may be replaced
   */
  meet(existing: KeptCheckpoint, served: ServedVpa, owner: CheckpointOwner, known: KnownCheckpoint): boolean {
    const other = found(known, existing);
    if (!isSameCheckpoint(other, owner)) {
      this.reportTaken(served.namespace, owner, other);
      return false;
    }
    this.restore(existing, served);
    return !known.unusable;
  }

  /** Another program says nothing about the kind of a container: then it is of the kind that the pods have. */
  private isForSidecar(
    checkpoint: KeptCheckpoint,
    { namespace, name }: ServedVpa,
    container: string,
  ): boolean {
    if (studyIn(checkpoint) !== undefined) return false;
    const key = containerKey(container, true);
    for (const { containers, keys } of this.parts.state.podsOfVpa(namespace, name))
      if (containers.includes(container)) return keys.includes(key);
    return false;
  }

  private isLearnedHereToo({ status }: KeptCheckpoint): boolean {
    const { followsSinceMs } = this.parts;
    return followsSinceMs !== undefined && Date.parse(status?.firstSampleStart ?? '') >= followsSinceMs;
  }

  /** Another owner has the name. @returns what the problem is about */
  reportTaken(namespace: string, owner: CheckpointOwner, other: CheckpointOwner): string {
    const { place } = this.parts;
    const { vpa, container } = owner;
    const about = `${place.about(namespace, place.nameOf(owner))} of VPA ${vpa}`;
    const detail = `it holds container ${other.container} of VPA ${other.vpa}, not container ${container} of ${vpa}`;
    this.parts.problems.report('checkpoint-name-taken', about, detail);
    return about;
  }
}
