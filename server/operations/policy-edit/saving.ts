import type { Operation } from 'fast-json-patch';
import { boundsByNamespace } from '../../cluster/bounds-by-namespace';
import type { EffectView } from '../../contract/operations';
import type { PolicyEdit } from '../../contract/requests/policy-edit';
import { featureFaults, featureMarks, recordedAs } from '../../decide/features/edits';
import { isStopped, type StopState } from '../../decide/pods/stop';
import { isKubeError, JSON_PATCH, type RequestOptions } from '../../kube/client';
import type { Author } from '../../kube/identity';
import type { RoleContext } from '../../kube/role-context';
import { AppError } from '../../lib/report/errors';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { aboutVpa } from '../../words/object-fault';
import { type AuditedChange, audited } from '../audited';
import type { PolicyAuthors } from '../policy-authors';
import type { PolicyWatch } from '../policy-watch';
import type { OperationsPorts } from '../ports';
import { changedMeanwhile, invalidFields, refusal } from '../refusals';
import type { OperationsSettings } from '../settings';
import { refusedWith } from './dry-run';
import { editablePart, edited, editPatch, isStill, withoutMarks } from './edit';
import { effectOf, failedEffect, type PodsKnown } from './effect';

/** People wait for the answer while they type. */
const DRY_RUN_MS = 3000;

export interface VpaChange {
  readonly before: VerticalPodAutoscaler;
  readonly after: VerticalPodAutoscaler;
}

/** Computes the effect of a policy edit, and saves it. */
export class PolicySaving {
  constructor(
    private readonly context: RoleContext<OperationsSettings>,
    private readonly ports: OperationsPorts,
    private readonly parts: { policies: PolicyWatch; authors: PolicyAuthors; stops(): StopState },
  ) {}

  /** What saving would do, and what the API server would say to it. */
  async preview(namespace: string, name: string, edit: PolicyEdit, author?: Author): Promise<EffectView> {
    const vpa = this.vpaOf(namespace, name);
    const after = this.afterOf(vpa, edit);
    const effect = await this.effect(vpa, edit, after);
    if (effect.errors.length > 0 || !isStill(vpa, edit)) return effect;
    const { errors, warnings } = await this.tried(vpa, editPatch(vpa, edit, after()), author);
    return { ...effect, errors, warnings: [...warnings, ...effect.warnings] };
  }

  /** A VPA before and after an edit that can be saved, with what is recommended then; undefined if it is gone. */
  change(namespace: string, name: string, edit: PolicyEdit): VpaChange | undefined {
    const before = this.context.caches.vpas.get(namespace, name);
    return before && this.changeTo(this.afterOf(before, edit)());
  }

  /** The same, whoever makes it so. */
  changeTo(after: VerticalPodAutoscaler): VpaChange | undefined {
    const { namespace = '', name } = after.metadata;
    const before = this.context.caches.vpas.get(namespace, name);
    return before && { before, after: { ...after, status: this.statusOf(after) ?? after.status } };
  }

  /** What a VPA does to its pods once it is as given, whoever changes it. */
  effectOn(after: VerticalPodAutoscaler): Promise<EffectView> {
    const { namespace = '', name } = after.metadata;
    return this.effect(this.vpaOf(namespace, name), {}, () => after);
  }

  private async tried(
    vpa: VerticalPodAutoscaler,
    patch: Operation[],
    author: Author | undefined,
  ): Promise<Pick<EffectView, 'errors' | 'warnings'>> {
    try {
      await this.patch(vpa, patch, author, { query: { dryRun: 'All' }, timeoutMs: DRY_RUN_MS });
      return { errors: [], warnings: [] };
    } catch (thrown) {
      if (!isKubeError(thrown)) throw thrown;
      return (await this.isNewer(vpa)) ? { errors: [], warnings: [] } : refusedWith(thrown);
    }
  }

  private patch(
    vpa: VerticalPodAutoscaler,
    body: Operation[],
    author: Author | undefined,
    options: Pick<RequestOptions, 'query' | 'timeoutMs'> = {},
  ): Promise<VerticalPodAutoscaler> {
    const { namespace, name } = vpa.metadata;
    return this.context.client.request('PATCH', pathOf(API_RESOURCES.vpas, namespace, name), {
      ...options,
      body,
      contentType: JSON_PATCH,
      as: author?.as,
    });
  }

  /** @throws AppError `not-found`, `invalid` with the invalid fields, `conflict`, `cluster-error` */
  async save(namespace: string, name: string, edit: PolicyEdit, author: Author): Promise<EffectView> {
    const vpa = this.vpaOf(namespace, name);
    if (!isStill(vpa, edit)) throw changedMeanwhile('VPA');
    const after = this.afterOf(vpa, edit);
    const effect = await this.effect(vpa, edit, after);
    if (effect.errors.length > 0) throw invalidFields(effect.errors);
    const became = this.parts.policies.expect(after());
    const { store } = this.ports;
    try {
      const saved = await audited(
        { store, clock: this.context.clock },
        changeOf(vpa, edit, after(), author.who),
        () => this.patch(vpa, editPatch(vpa, edit, after()), author),
      );
      this.parts.authors.note(namespace, saved, author.who);
      await became(saved.metadata.resourceVersion);
      return effect;
    } catch (thrown) {
      await became(undefined);
      throw (await this.isNewer(vpa)) ? changedMeanwhile('VPA', thrown) : refusal(thrown, author);
    }
  }

  /** If a patch's test fails, the server says only that it was refused. */
  private async isNewer(vpa: VerticalPodAutoscaler) {
    const { namespace = '', name, generation } = vpa.metadata;
    const path = pathOf(API_RESOURCES.vpas, namespace, name);
    const now = await this.context.client.request<VerticalPodAutoscaler>('GET', path).catch(() => undefined);
    return now !== undefined && !isStill(now, { generation, ...featureMarks(vpa) });
  }

  private vpaOf(namespace: string, name: string): VerticalPodAutoscaler {
    const vpa = this.context.caches.vpas.get(namespace, name);
    if (!vpa) throw new AppError('not-found', aboutVpa({ namespace, name }));
    return vpa;
  }

  /** The VPA as the edit leaves it: made once, for the effect, the patch and the record. */
  private afterOf(vpa: VerticalPodAutoscaler, edit: PolicyEdit): () => VerticalPodAutoscaler {
    let after: VerticalPodAutoscaler | undefined;
    return () => {
      after ??= edited(vpa, edit, this.isHeld(vpa));
      return after;
    };
  }

  private async effect(
    vpa: VerticalPodAutoscaler,
    edit: PolicyEdit,
    after: () => VerticalPodAutoscaler,
  ): Promise<EffectView> {
    const pods = await this.podsOf(vpa);
    const nowMs = this.context.clock.now();
    return effectOf(vpa, after, {
      settings: this.context.config,
      limits: boundsByNamespace(this.context.caches).limits(vpa.metadata.namespace ?? '').limits,
      stops: this.parts.stops(),
      pods,
      nowMs,
      faults: featureFaults(vpa, edit, { settings: this.context.config, nowMs }),
      recommend: (next) => this.statusOf(next),
    });
  }

  /** The status of a VPA with what the recommender of this process recommends for it as given. */
  private statusOf(vpa: VerticalPodAutoscaler): VerticalPodAutoscaler['status'] {
    const recommendation = this.ports.recommend?.(vpa);
    return recommendation && { ...vpa.status, recommendation };
  }

  /** A VPA whose pods cannot be planned can still be changed. */
  private async podsOf(vpa: VerticalPodAutoscaler): Promise<PodsKnown> {
    const planner = this.ports.planner?.();
    if (!planner) return { kind: 'elsewhere' };
    try {
      return { kind: 'planned', outlook: await planner.outlook(vpa) };
    } catch (error) {
      return failedEffect(error);
    }
  }

  /** Whether a stop is in force for it, so that its mode waits for the resume. */
  private isHeld({ metadata: { namespace = '', name } }: VerticalPodAutoscaler): boolean {
    return isStopped(this.parts.stops(), namespace, name);
  }
}

function changeOf(
  vpa: VerticalPodAutoscaler,
  edit: PolicyEdit,
  after: VerticalPodAutoscaler,
  who: string,
): AuditedChange {
  const { updateMode, ...others } = withoutMarks(edit);
  const isModeOnly = Object.keys(others).length === 0;
  const isOfFeature = updateMode === undefined ? recordedAs(others) : undefined;
  return {
    who,
    change: isModeOnly ? 'update-mode' : (isOfFeature ?? 'resource-policy'),
    namespace: vpa.metadata.namespace ?? '',
    name: vpa.metadata.name,
    before: editablePart(vpa),
    after: editablePart(after),
  };
}
