import jsonPatch from 'fast-json-patch';
import type { ForeseenVpa, ScalingPolicyEffectView } from '../../contract/operations';
import type { RuleEdit, WrittenPart } from '../../contract/requests/rule-edit';
import { calendarTextView } from '../../decide/features/calendar/view';
import { featureFaults } from '../../decide/features/edits';
import type { RuleTrialView, TriedRule } from '../../decide/pods/rule-trial';
import { JSON_PATCH, MERGE_PATCH } from '../../kube/client';
import { isKubeError, unlessMissing } from '../../kube/errors';
import type { Author } from '../../kube/identity';
import type { RoleContext } from '../../kube/role-context';
import { untilShown } from '../../kube/until-shown';
import { AppError, type FieldError } from '../../lib/report/errors';
import { PLUMBLINE_GROUP, type VerticalScalingPolicy } from '../../objects/plumbline-types';
import { API_RESOURCES, apiVersionOf, pathOf } from '../../objects/resources';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { yamlText } from '../../words/yaml';
import { audited } from '../audited';
import type { PolicySaving, VpaChange } from '../policy-edit/saving';
import type { OperationsPorts } from '../ports';
import { changedMeanwhile, invalidFields, refusal } from '../refusals';
import type { OperationsSettings } from '../settings';
import { editedRule, isSameSpec, vpaOfTemplate } from './rule-edit';
import { deletionStatements, trialStatements } from './statements';

/** While people type: each is planned. */
const FEW_FORESEEN = 5;
/** Before a deletion, which is looked at once. */
const FEW_TOLD = 20;
const RESOURCE = API_RESOURCES.verticalScalingPolicies;
const RIGHTS = 'kubectl apply -f deploy/optional/edit-policies.yaml';
const CONFIRM = 'It takes every workload of every namespace: confirm it, or give a selector or an exclusion';

/** What a change of a rule would do, and the first VPAs that it changes, before and after. */
export interface TriedChange {
  readonly view: ScalingPolicyEffectView;
  readonly changes: readonly VpaChange[];
}

/** Makes, changes and deletes policies, and says before what that would do. */
export class RuleSaving {
  constructor(
    private readonly context: RoleContext<OperationsSettings>,
    private readonly ports: OperationsPorts,
    private readonly parts: Pick<PolicySaving, 'effectOn' | 'changeTo'>,
  ) {}

  previewNew(edit: RuleEdit): Promise<TriedChange> {
    return this.effect(undefined, newRule(edit.name ?? ''), edit);
  }

  async preview(name: string, edit: RuleEdit): Promise<TriedChange> {
    const policy = await this.read(name);
    return this.effect(policy, policy, edit);
  }

  /** @throws AppError `invalid` with the invalid fields, `conflict`, `cluster-error` */
  async create(edit: RuleEdit & { name: string }, author: Author): Promise<ScalingPolicyEffectView> {
    const { next, view } = await this.effect(undefined, newRule(edit.name), edit, author);
    if (view.errors.length > 0) throw invalidFields(view.errors);
    await this.recorded('scaling-policy-made', { name: edit.name, author, after: next.spec }, () =>
      this.context.client.request<VerticalScalingPolicy>('POST', pathOf(RESOURCE), {
        body: next,
        as: author.as,
      }),
    );
    return view;
  }

  /** @throws AppError `not-found`, `invalid` with the invalid fields, `conflict`, `cluster-error` */
  async save(name: string, edit: RuleEdit, author: Author): Promise<ScalingPolicyEffectView> {
    const policy = await this.read(name);
    const { generation } = policy.metadata;
    if (edit.generation !== undefined && edit.generation !== generation) throw changedMeanwhile('policy');
    const { next, view } = await this.effect(policy, policy, edit, author);
    if (view.errors.length > 0) throw invalidFields(view.errors);
    if (isSameSpec(policy.spec, next.spec))
      throw new AppError('invalid', 'it is so already: nothing to change');
    try {
      await this.recorded(
        'scaling-policy-changed',
        { name, author, before: policy.spec, after: next.spec },
        () => this.patch(policy, next, author),
      );
    } catch (thrown) {
      const now = await this.read(name).catch(() => undefined);
      if (now && now.metadata.generation !== generation) throw changedMeanwhile('policy', thrown);
      throw thrown;
    }
    return view;
  }

  /** What deleting it would do, its VPAs kept or removed. @throws AppError `not-found`, `cluster-error` */
  async previewRemoval(name: string, vpas: 'Keep' | 'Remove'): Promise<TriedChange> {
    const { clock, config } = this.context;
    const policy = await this.read(name);
    const deletionTimestamp = policy.metadata.deletionTimestamp ?? new Date(clock.now()).toISOString();
    const deleted = {
      ...policy,
      metadata: { ...policy.metadata, deletionTimestamp },
      spec: { ...policy.spec, onDelete: vpas },
    };
    const tried = await this.tried(deleted, FEW_TOLD);
    return {
      view: {
        statements: tried ? deletionStatements(tried.trial) : NOT_TRIED,
        warnings: [],
        errors: [],
        ...(tried && { trial: tried.trial, ...(await this.becoming(tried)) }),
        calendar: calendarTextView(undefined, config.calendar, clock.now()),
        yaml: { before: yamlOf(policy), after: '' },
      },
      changes: this.changesOf(tried),
    };
  }

  /** Says first what becomes of its VPAs, for its finalizer waits for that. */
  async remove(name: string, vpas: 'Keep' | 'Remove', author: Author): Promise<{ name: string }> {
    const policy = await this.read(name);
    const { client } = this.context;
    const { as } = author;
    const path = pathOf(RESOURCE, '', name);
    const body = { metadata: { uid: policy.metadata.uid }, spec: { onDelete: vpas } };
    await this.recorded(
      'scaling-policy-deleted',
      { name, author, before: policy.spec, after: { vpas } },
      async () => {
        const marked = await client.request<VerticalScalingPolicy>('PATCH', path, {
          body,
          contentType: MERGE_PATCH,
          as,
        });
        if (policy.metadata.deletionTimestamp) return marked;
        const leaving = await unlessMissing(client.request<VerticalScalingPolicy>('DELETE', path, { as }));
        return leaving?.metadata.resourceVersion ? leaving : marked;
      },
    );
    return { name };
  }

  /** Does it, records it, and waits until this process sees it. @throws AppError */
  private async recorded(
    change: 'scaling-policy-made' | 'scaling-policy-changed' | 'scaling-policy-deleted',
    told: { name: string; author: Author; before?: object; after: object },
    act: () => Promise<VerticalScalingPolicy>,
  ): Promise<void> {
    const { name, author, before = {}, after } = told;
    const { who } = author;
    const { store } = this.ports;
    const { clock, caches, wallClock } = this.context;
    try {
      const written = await audited(
        { store, clock },
        { who, change, namespace: '', name, before, after },
        act,
      );
      await untilShown(caches.verticalScalingPolicies, written, wallClock);
    } catch (thrown) {
      if (isKubeError(thrown, 'forbidden') && !author.as)
        throw new AppError('cluster-error', `${thrown.message}. To allow it: ${RIGHTS}`, [], {
          cause: thrown,
        });
      throw refusal(thrown, author);
    }
  }

  private async effect(
    before: VerticalScalingPolicy | undefined,
    base: VerticalScalingPolicy,
    edit: RuleEdit,
    author?: Author,
  ): Promise<TriedChange & { next: VerticalScalingPolicy }> {
    const { config, clock } = this.context;
    const { spec, errors: unread } = editedRule(before?.spec, edit);
    const next = { ...base, spec };
    const nowMs = clock.now();
    const template = vpaOfTemplate(base.spec.template ?? {});
    const tried = await this.tried(next, edit.foresee ?? FEW_FORESEEN);
    const trial = tried?.trial;
    const errors = unique([
      ...unread,
      ...featureFaults(template, edit, { settings: config, nowMs }),
      ...(trial ? partErrors(trial, edit) : []),
      ...featureFaults(template, edit.template ?? {}, { settings: config, nowMs }),
      ...(trial ? faultFields(trial) : []),
      ...(unread.length > 0 ? [] : await this.refusals(before, next, author)),
      ...confirmation(before, trial, edit),
    ]);
    const calendar = spec.calendar === undefined ? undefined : JSON.stringify(spec.calendar);
    return {
      next,
      view: {
        statements: trial ? trialStatements(trial, before === undefined) : NOT_TRIED,
        warnings: trial ? [...trial.warnings, ...breadth(trial)] : [],
        errors,
        ...(trial && { trial }),
        ...(errors.length === 0 && tried && (await this.becoming(tried))),
        calendar: calendarTextView(calendar, config.calendar, nowMs),
        yaml: { before: before ? yamlOf(before) : '', after: yamlOf(next) },
      },
      changes: errors.length === 0 ? this.changesOf(tried) : [],
    };
  }

  private async tried(policy: VerticalScalingPolicy, mostVpas: number) {
    const tried = await this.ports.ruleTrial?.()?.trial(policy, mostVpas);
    if (!tried) return undefined;
    const { next, gone, ...trial } = tried;
    return { next, gone, trial: trial satisfies RuleTrialView };
  }

  private changesOf(tried: Pick<TriedRule, 'next'> | undefined): VpaChange[] {
    return (tried?.next ?? []).flatMap((after) => this.parts.changeTo(after) ?? []);
  }

  /** What becomes of the pods of the VPAs that change, and of those that are removed. */
  private async becoming({ next, gone }: Pick<TriedRule, 'next' | 'gone'>) {
    return {
      foreseen: await this.foreseen(next),
      ...(gone.length > 0 && {
        removed: gone.map(({ metadata: { namespace = '', name } }) => ({ namespace, name })),
        withheld: await this.foreseen(gone),
      }),
    };
  }

  /** What the next pass does to the pods of VPAs as they would be; one that cannot be planned is left out. */
  private async foreseen(vpas: readonly VerticalPodAutoscaler[]): Promise<ForeseenVpa[]> {
    const found: ForeseenVpa[] = [];
    for (const after of vpas) {
      const { namespace = '', name } = after.metadata;
      const { foreseen, after: then, errors } = await this.parts.effectOn(after);
      if (errors.length === 0 && foreseen)
        found.push({ namespace, name, updateMode: then.updateMode, groups: foreseen });
    }
    return found;
  }

  private async read(name: string): Promise<VerticalScalingPolicy> {
    const path = pathOf(RESOURCE, '', name);
    const policy = await unlessMissing(this.context.client.request<VerticalScalingPolicy>('GET', path)).catch(
      (thrown: unknown) => {
        throw refusal(thrown);
      },
    );
    if (!policy) throw new AppError('not-found', `VerticalScalingPolicy ${name}`);
    return policy;
  }

  private patch(policy: VerticalScalingPolicy, next: VerticalScalingPolicy, author?: Author, query = {}) {
    const { name, generation } = policy.metadata;
    const body = [
      { op: 'test', path: '/metadata/generation', value: generation },
      ...jsonPatch.compare({ spec: policy.spec }, { spec: next.spec }),
    ];
    return this.context.client.request<VerticalScalingPolicy>('PATCH', pathOf(RESOURCE, '', name), {
      body,
      contentType: JSON_PATCH,
      query,
      as: author?.as,
    });
  }

  /** What the API server would refuse, at its fields; nothing changes. */
  private async refusals(
    before: VerticalScalingPolicy | undefined,
    next: VerticalScalingPolicy,
    author?: Author,
  ): Promise<FieldError[]> {
    if (next.metadata.name === '') return [{ field: 'name', message: 'is missing' }];
    const query = { dryRun: 'All' };
    try {
      if (before) await this.patch(before, next, author, query);
      else await this.context.client.request('POST', pathOf(RESOURCE), { body: next, query, as: author?.as });
      return [];
    } catch (thrown) {
      return refusedFields(thrown, author);
    }
  }
}

const NOT_TRIED = ['This process does not run the role `rules`, so what it would match is not known here.'];

function newRule(name: string): VerticalScalingPolicy {
  return { apiVersion: apiVersionOf(RESOURCE), kind: RESOURCE.kind, metadata: { name }, spec: {} };
}

/** `spec.template.spec.updatePolicy: message` by its field. */
function faultFields({ faults }: RuleTrialView): FieldError[] {
  return faults.map((fault) => {
    const [, field, message] = /^((?:spec|metadata)\.\S+?): (.*)$/s.exec(fault) ?? [];
    return field && message
      ? { field: field.replace(/^spec\.template\./, ''), message }
      : { field: 'spec', message: fault };
  });
}

/** `graduation: message` at a part that is edited: what has a safe reading is still no slip to save. */
function partErrors({ warnings }: RuleTrialView, edit: RuleEdit): FieldError[] {
  return warnings.flatMap((warning) => {
    const [, part, message = ''] = /^(calendar|approvals|graduation): (.*)$/s.exec(warning) ?? [];
    const isEdited = part !== undefined && edit[part as WrittenPart] !== undefined;
    return isEdited ? [{ field: part, message }] : [];
  });
}

/** A policy that comes to take every workload is confirmed by somebody. */
function confirmation(
  before: VerticalScalingPolicy | undefined,
  trial: RuleTrialView | undefined,
  { everything }: RuleEdit,
): FieldError[] {
  const isNew = trial?.matchesEverything && !(before && takesEverything(before.spec));
  return isNew && !everything ? [{ field: 'everything', message: CONFIRM }] : [];
}

function takesEverything({ namespaceSelector, workloadSelector, exclude }: VerticalScalingPolicy['spec']) {
  const isEmpty = (selector: object | undefined) =>
    Object.values(selector ?? {}).every((part) => Object.keys(part ?? {}).length === 0);
  return isEmpty(namespaceSelector) && isEmpty(workloadSelector) && (exclude ?? []).length === 0;
}

function breadth({ matchesEverything }: RuleTrialView): string[] {
  return matchesEverything
    ? [
        'It has no selector and no exclusion, so it takes every workload of every namespace, those of Kubernetes itself included.',
      ]
    : [];
}

function refusedFields(thrown: unknown, author?: Author): FieldError[] {
  if (isKubeError(thrown, 'forbidden') && !author?.as)
    return [{ field: 'spec', message: `${thrown.message}. To allow it: ${RIGHTS}` }];
  if (isKubeError(thrown, 'not-found'))
    return [
      {
        field: 'spec',
        message: `the kind VerticalScalingPolicy (${PLUMBLINE_GROUP}) is not installed: kubectl apply -f deploy/crds/`,
      },
    ];
  if (isKubeError(thrown, 'conflict')) return [{ field: 'name', message: 'there is a rule of this name' }];
  if (!isKubeError(thrown, 'invalid')) throw refusal(thrown, author);
  const causes = thrown.body?.details?.causes ?? [];
  const fields = causes.flatMap(({ field, message }) =>
    field ? [{ field: fieldOf(field), message: message ?? thrown.message }] : [],
  );
  return fields.length > 0 ? fields : [{ field: 'spec', message: thrown.message }];
}

function fieldOf(field: string): string {
  return field === 'metadata.name' ? 'name' : field.replace(/^spec\.(template\.)?/, '');
}

function unique(errors: readonly FieldError[]): FieldError[] {
  const seen = new Set<string>();
  return errors.filter(({ field, message }) => {
    const key = `${field} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

function yamlOf({ metadata: { name }, spec }: VerticalScalingPolicy): string {
  const { onDelete: _onDelete, ...shown } = spec;
  return yamlText({
    apiVersion: apiVersionOf(RESOURCE),
    kind: RESOURCE.kind,
    metadata: { name },
    spec: shown,
  });
}
