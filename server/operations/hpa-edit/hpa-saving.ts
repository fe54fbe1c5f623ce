import { isDeepStrictEqual } from 'node:util';
import jsonPatch, { type Operation } from 'fast-json-patch';
import type { HpaEffectView } from '../../contract/operations';
import type { HpaEdit, HpaRules } from '../../contract/requests/hpa-edit';
import { hpaManager } from '../../decide/pods/hpa-manager';
import { JSON_PATCH } from '../../kube/client';
import { isKubeError, unlessMissing } from '../../kube/errors';
import type { Author } from '../../kube/identity';
import type { RoleContext } from '../../kube/role-context';
import { untilShown } from '../../kube/until-shown';
import { AppError, type FieldError } from '../../lib/report/errors';
import { plain } from '../../objects/json-object';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { HorizontalPodAutoscaler, HpaScalingRules, MetricSpec } from '../../objects/types';
import { metricLabel, targetText } from '../../words/hpa-metrics';
import { yamlText } from '../../words/yaml';
import { audited } from '../audited';
import type { OperationsPorts } from '../ports';
import { changedMeanwhile, invalidFields, refusal } from '../refusals';
import type { OperationsSettings } from '../settings';
import { withChanges } from '../with-changes';

type Spec = HorizontalPodAutoscaler['spec'];

const RIGHTS = 'kubectl apply -f deploy/optional/edit-hpas.yaml';

/** Says what an edit of an HPA would do, and saves it. */
export class HpaSaving {
  constructor(
    private readonly context: RoleContext<OperationsSettings>,
    private readonly ports: OperationsPorts,
  ) {}

  /** What saving would do: what the API server says to it, and what the evaluation would say with it. */
  async preview(namespace: string, name: string, edit: HpaEdit): Promise<HpaEffectView> {
    const hpa = await this.read(namespace, name);
    return this.effect(hpa, editedSpec(hpa.spec, edit));
  }

  /** @throws AppError `not-found`, `invalid` with the invalid fields, `conflict`, `cluster-error` */
  async save(namespace: string, name: string, edit: HpaEdit, author: Author): Promise<HpaEffectView> {
    const hpa = await this.read(namespace, name);
    const before = rulesOf(hpa.spec);
    if (edit.was && !isDeepStrictEqual(edit.was, before)) throw changedMeanwhile('HPA');
    const next = editedSpec(hpa.spec, edit);
    const effect = await this.effect(hpa, next, author);
    if (effect.errors.length > 0) throw invalidFields(effect.errors);
    const after = rulesOf(next);
    if (isDeepStrictEqual(before, after))
      throw new AppError('invalid', 'it is so already: nothing to change');
    const { clock, caches, wallClock } = this.context;
    const change = { who: author.who, change: 'hpa-rules' as const, namespace, name, before, after };
    try {
      const saved = await audited({ store: this.ports.store, clock }, change, () =>
        this.patch(hpa, next, author),
      );
      await untilShown(caches.horizontalPodAutoscalers, saved, wallClock);
      return effect;
    } catch (thrown) {
      if (await this.isNewer(hpa)) throw changedMeanwhile('HPA', thrown);
      const fields = fieldsOf(thrown);
      throw fields.length > 0 ? invalidFields(fields) : refusal(thrown, author);
    }
  }

  private async effect(hpa: HorizontalPodAutoscaler, next: Spec, author?: Author): Promise<HpaEffectView> {
    const { namespace = '', name } = hpa.metadata;
    const errors = await this.refusals(hpa, next, author);
    const trial = errors.length > 0 ? undefined : await this.ports.hpaTrial?.()?.trial(namespace, name, next);
    return {
      statements: hpaStatements(hpa.spec, next),
      warnings: warningsOf(hpa),
      errors,
      trial,
      yaml: { before: yamlOf(hpa.spec), after: yamlOf(next) },
    };
  }

  private async read(namespace: string, name: string): Promise<HorizontalPodAutoscaler> {
    const path = pathOf(API_RESOURCES.horizontalPodAutoscalers, namespace, name);
    const hpa = await unlessMissing(this.context.client.request<HorizontalPodAutoscaler>('GET', path)).catch(
      (thrown: unknown) => {
        throw refusal(thrown);
      },
    );
    if (!hpa) throw new AppError('not-found', `HorizontalPodAutoscaler ${namespace}/${name}`);
    return hpa;
  }

  private patch(hpa: HorizontalPodAutoscaler, next: Spec, author?: Author, query = {}) {
    const { namespace, name } = hpa.metadata;
    const path = pathOf(API_RESOURCES.horizontalPodAutoscalers, namespace, name);
    const body = editPatch(hpa, next);
    return this.context.client.request<HorizontalPodAutoscaler>('PATCH', path, {
      body,
      contentType: JSON_PATCH,
      query,
      as: author?.as,
    });
  }

  /** What the API server would refuse, at its fields; nothing changes. */
  private async refusals(hpa: HorizontalPodAutoscaler, next: Spec, author?: Author): Promise<FieldError[]> {
    try {
      await this.patch(hpa, next, author, { dryRun: 'All' });
      return [];
    } catch (thrown) {
      const fields = fieldsOf(thrown);
      if (fields.length > 0) return fields;
      if (isKubeError(thrown, 'forbidden') && !author?.as)
        return [{ field: 'spec', message: `${thrown.message}. To allow it: ${RIGHTS}` }];
      if (isKubeError(thrown, 'invalid')) return [{ field: 'spec', message: thrown.message }];
      throw refusal(thrown, author);
    }
  }

  /** If the test of a patch fails, the server says only that it was refused. */
  private async isNewer({ metadata: { namespace = '', name }, spec }: HorizontalPodAutoscaler) {
    const now = await this.read(namespace, name).catch(() => undefined);
    return now !== undefined && !isDeepStrictEqual(now.spec, spec);
  }
}

/** The smallest difference, and only if the spec is still what was edited; controllers may write the status. */
function editPatch({ spec }: HorizontalPodAutoscaler, next: Spec): Operation[] {
  return [{ op: 'test', path: '/spec', value: spec }, ...jsonPatch.compare({ spec }, { spec: next })];
}

function warningsOf(hpa: HorizontalPodAutoscaler): string[] {
  const manager = hpaManager(hpa);
  return manager
    ? [`${manager} keeps this HPA as it is stated elsewhere and will undo the edit. Change it there.`]
    : [];
}

function yamlOf(spec: Spec): string {
  return yamlText({ spec: rulesOf(spec) });
}

/** The fields that the API server names, as paths of an edit: `metrics.0.resource.name`. */
function fieldsOf(thrown: unknown): FieldError[] {
  if (!isKubeError(thrown, 'invalid')) return [];
  return (thrown.body?.details?.causes ?? []).flatMap(({ field, message }) =>
    field ? [{ field: editPath(field), message: message ?? thrown.message }] : [],
  );
}

function editPath(field: string): string {
  return field.replace(/^spec\./, '').replace(/\[(\d+)\]/g, '.$1');
}

function rulesOf({ minReplicas, maxReplicas, metrics, behavior }: Spec): HpaRules {
  return plain({ minReplicas, maxReplicas, metrics, behavior });
}

/** The spec as it would be after the edit. */
function editedSpec(spec: Spec, { was: _was, ...edit }: HpaEdit): Spec {
  return plain(withChanges(spec, edit));
}

/** What an edit of an HPA changes, a sentence each. */
function hpaStatements(before: Spec, after: Spec): string[] {
  return [
    ...boundStatements(before, after),
    ...metricStatements(before.metrics ?? [], after.metrics ?? []),
    ...directionStatement('up', before.behavior?.scaleUp, after.behavior?.scaleUp),
    ...directionStatement('down', before.behavior?.scaleDown, after.behavior?.scaleDown),
  ];
}

function boundStatements(before: Spec, after: Spec): string[] {
  const [least, most] = [after.minReplicas ?? 1, after.maxReplicas];
  if (least === (before.minReplicas ?? 1) && most === before.maxReplicas) return [];
  return [
    `It scales between ${least} and ${most} replicas instead of ${before.minReplicas ?? 1} and ${before.maxReplicas}.`,
  ];
}

function metricStatements(before: readonly MetricSpec[], after: readonly MetricSpec[]): string[] {
  const was = new Map(before.map((each) => [metricLabel(each), each]));
  const is = new Map(after.map((each) => [metricLabel(each), each]));
  const gone = [...was.keys()].filter((label) => !is.has(label));
  const added = [...is].filter(([label]) => !was.has(label));
  const moved = [...is].filter(([label, each]) => {
    const former = was.get(label);
    return former && targetText(former) !== targetText(each);
  });
  return [
    ...gone.map((label) => `It no longer looks at ${label}.`),
    ...added.map(([label, each]) => `It looks at ${label}, with the target ${targetText(each)}.`),
    ...moved.map(([label, each]) => {
      const former = was.get(label);
      return `The target of ${label} is ${targetText(each)} instead of ${former ? targetText(former) : 'none'}.`;
    }),
  ];
}

function directionStatement(
  direction: 'up' | 'down',
  before: HpaScalingRules | undefined,
  after: HpaScalingRules | undefined,
): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (after?.selectPolicy === 'Disabled') return [`It no longer scales ${direction}.`];
  return [
    after === undefined
      ? `It scales ${direction} by the default rules.`
      : `It scales ${direction} by other rules.`,
  ];
}
