import type {
  BulkForecast,
  BulkForecastView,
  BulkOutcome,
  BulkOutcomeView,
  BulkStep,
  NotTaken,
} from '../../contract/requests/bulk';
import { readGraduation } from '../../decide/features/graduation/rules';
import { givenMode } from '../../decide/pods/mode-before-stop';
import { ruleNameOf } from '../../decide/pods/rule-label';
import { isServedNamespace } from '../../decide/pods/served-namespaces';
import { isStopped, type StopState } from '../../decide/pods/stop';
import { vpaNames } from '../../decide/pods/vpa-name';
import { isKubeError } from '../../kube/errors';
import type { Author } from '../../kube/identity';
import type { RoleContext } from '../../kube/role-context';
import { AppError, errorText } from '../../lib/report/errors';
import { fewAtATime } from '../../lib/time/few-at-a-time';
import { ownTurn } from '../../lib/time/slices';
import { API_RESOURCES, apiVersionOf, pathOf } from '../../objects/resources';
import { ownerKey, targetOf } from '../../objects/target-key';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { audited } from '../audited';
import type { PolicyAuthors } from '../policy-authors';
import type { PolicySaving } from '../policy-edit/saving';
import type { PolicyWatch } from '../policy-watch';
import type { OperationsPorts } from '../ports';
import { refusal } from '../refusals';
import type { OperationsSettings } from '../settings';

/** Who changes many objects: each object is judged by itself. */
export interface BulkPerson {
  author: Author;
  /** What the person lacks to take a step, in words; undefined if nothing. */
  lacks(step: BulkStep): Promise<string | undefined>;
}

interface BulkParts {
  saving: Pick<PolicySaving, 'preview' | 'save'>;
  policies: Pick<PolicyWatch, 'expect' | 'expectRemoval'>;
  authors: Pick<PolicyAuthors, 'note'>;
  stops(): StopState;
}

const AT_ONCE = 8;
const RESOURCE = API_RESOURCES.vpas;

type Skipped = Extract<NotTaken, { kind: 'skipped' }>;
type StepOf<Kind extends BulkStep['kind']> = Extract<BulkStep, { kind: Kind }>;

/** Why a VPA keeps its mode; undefined if it changes. */
function modeStays(
  { mode, from }: Pick<StepOf<'mode'>, 'mode' | 'from'>,
  vpa: VerticalPodAutoscaler | undefined,
): Skipped | undefined {
  if (!vpa) return skipped('gone');
  const now = givenMode(vpa);
  if (now === mode) return skipped('same-mode');
  if (from !== undefined && from !== now) return skipped('changed-since', `Its mode is ${now}.`);
  const policy = ruleNameOf(vpa.metadata);
  if (policy !== undefined) return skipped('kept-by-policy', `It is of policy ${policy}.`);
  if (readGraduation(vpa).kind !== 'none') return skipped('graduates');
  return undefined;
}

/** Why a VPA that was just made is not removed; undefined if it is. */
function staysThere(
  { uid, generation }: Pick<StepOf<'remove'>, 'uid' | 'generation'>,
  vpa: VerticalPodAutoscaler | undefined,
): Skipped | undefined {
  if (!vpa || vpa.metadata.uid !== uid) return skipped('gone');
  if ((vpa.metadata.generation ?? generation) !== generation) return skipped('changed-since');
  return undefined;
}

function skipped(reason: Skipped['reason'], detail?: string): Skipped {
  return { kind: 'skipped', reason, ...(detail !== undefined && { detail }) };
}

/** Changes many VPAs, each as if it were alone: what fails or is left out names itself, and the rest goes on. */
export class Bulk {
  constructor(
    private readonly context: RoleContext<OperationsSettings>,
    private readonly ports: Pick<OperationsPorts, 'store'>,
    private readonly parts: BulkParts,
  ) {}

  async preview(steps: readonly BulkStep[], person: BulkPerson): Promise<BulkForecastView> {
    return { results: await this.each(steps, person, (step) => this.forecast(step)) };
  }

  /** Takes the steps; a step that cannot be taken any more is left out. */
  async change(steps: readonly BulkStep[], person: BulkPerson): Promise<BulkOutcomeView> {
    return { results: await this.each(steps, person, (step) => this.take(step, person.author)) };
  }

  private async each<Result>(
    steps: readonly BulkStep[],
    { lacks }: BulkPerson,
    work: (step: BulkStep) => Promise<Result>,
  ): Promise<(Result | NotTaken)[]> {
    const results = new Map<BulkStep, Result | NotTaken>();
    await fewAtATime(
      steps,
      async (step) => {
        await ownTurn();
        try {
          const lacking = await lacks(step);
          const stays = lacking === undefined ? await this.stays(step) : skipped('forbidden', lacking);
          results.set(step, stays ?? (await work(step)));
        } catch (thrown) {
          results.set(step, { kind: 'failed', message: errorText(thrown) });
        }
      },
      { atOnce: AT_ONCE },
    );
    return steps.flatMap((step) => results.get(step) ?? []);
  }

  private async stays(step: BulkStep): Promise<NotTaken | undefined> {
    const { caches, config } = this.context;
    if (!isServedNamespace(config, step.namespace)) return skipped('not-served');
    switch (step.kind) {
      case 'mode':
        return modeStays(step, caches.vpas.get(step.namespace, step.name));
      case 'remove':
        return staysThere(step, caches.vpas.get(step.namespace, step.name));
      case 'make':
        return this.needsNone(step);
    }
  }

  private async needsNone({
    namespace,
    target,
  }: Extract<BulkStep, { kind: 'make' }>): Promise<NotTaken | undefined> {
    const [holder] = this.context.caches.vpasByTarget.targeting(targetOf(namespace, target));
    if (holder) return skipped('has-vpa', `It is ${holder.metadata.name}.`);
    const found = await this.context.targets.resolveTarget(namespace, target);
    switch (found.kind) {
      case 'found':
        return undefined;
      case 'missing':
        return skipped('target-gone');
      case 'unsupported':
        return skipped('target-unsupported', found.detail);
      case 'not-topmost':
        return skipped('target-not-topmost', `It is ${found.by.kind} ${found.by.name}.`);
      case 'failed':
        return { kind: 'failed', message: found.error.message };
    }
  }

  private async forecast(step: BulkStep): Promise<BulkForecast> {
    if (step.kind !== 'mode') return { kind: 'changes' };
    const { namespace, name, mode } = step;
    const vpa = this.vpaOf(namespace, name);
    const { after, foreseen, errors } = await this.parts.saving.preview(namespace, name, {
      updateMode: mode,
    });
    const [error] = errors;
    if (error) return { kind: 'failed', message: `${error.field} ${error.message}` };
    const { updateMode: _mode, evict, resize, wait = 0, leave = 0 } = after;
    return {
      kind: 'changes',
      from: givenMode(vpa),
      ...(isStopped(this.parts.stops(), namespace, name) && { isStopped: true }),
      ...(evict !== undefined && resize !== undefined && { pods: { evict, resize, wait, leave } }),
      ...(foreseen && foreseen.length > 0 && { foreseen }),
    };
  }

  private async take(step: BulkStep, author: Author): Promise<BulkOutcome> {
    switch (step.kind) {
      case 'mode': {
        const { namespace, name, mode } = step;
        const vpa = this.vpaOf(namespace, name);
        const { generation } = vpa.metadata;
        await this.parts.saving.save(namespace, name, { generation, updateMode: mode }, author);
        const from = givenMode(vpa);
        return { kind: 'done', undo: { kind: 'mode', namespace, name, mode: from, from: mode } };
      }
      case 'make':
        return this.make(step, author);
      case 'remove':
        return this.remove(step, author);
    }
  }

  private async make(
    { namespace, target }: Extract<BulkStep, { kind: 'make' }>,
    author: Author,
  ): Promise<BulkOutcome> {
    const { who, as } = author;
    const { kind, name: targetName } = target;
    const ref = targetOf(namespace, target);
    const key = ownerKey(ref);
    const isTaken = (name: string) => this.context.caches.vpas.get(namespace, name) !== undefined;
    const name = [...vpaNames({ key, kindName: kind, name: targetName })].find((one) => !isTaken(one));
    if (name === undefined) return skipped('has-vpa');
    const body: VerticalPodAutoscaler = {
      apiVersion: apiVersionOf(RESOURCE),
      kind: RESOURCE.kind,
      metadata: { namespace, name },
      spec: { targetRef: { ...target, apiVersion: ref.apiVersion }, updatePolicy: { updateMode: 'Off' } },
    };
    const became = this.parts.policies.expect(body);
    try {
      const made = await this.recorded(
        { who, change: 'vpa-made', namespace, name, before: {}, after: body.spec },
        () =>
          this.context.client.request<VerticalPodAutoscaler>('POST', pathOf(RESOURCE, namespace), {
            body,
            as,
          }),
      );
      this.parts.authors.note(namespace, made, who);
      const { uid = '', generation = 1, resourceVersion } = made.metadata;
      await became(resourceVersion);
      return { kind: 'done', undo: { kind: 'remove', namespace, name, uid, generation } };
    } catch (thrown) {
      await became(undefined);
      // Another process made it at the same moment: its name depends on the workload alone.
      if (isKubeError(thrown, 'conflict')) return skipped('has-vpa');
      throw refusal(thrown, author);
    }
  }

  private async remove(
    { namespace, name, uid }: Extract<BulkStep, { kind: 'remove' }>,
    author: Author,
  ): Promise<BulkOutcome> {
    const { who, as } = author;
    const vpa = this.vpaOf(namespace, name);
    const { spec } = vpa;
    const { targetRef } = spec;
    if (!targetRef) return skipped('changed-since');
    const { apiVersion = '', kind, name: target } = targetRef;
    const removal = this.parts.policies.expectRemoval(vpa);
    try {
      await this.recorded({ who, change: 'vpa-removed', namespace, name, before: spec, after: {} }, () =>
        this.context.client.request('DELETE', pathOf(RESOURCE, namespace, name), {
          body: { preconditions: { uid } },
          as,
        }),
      );
      await removal.left();
      return { kind: 'done', undo: { kind: 'make', namespace, target: { apiVersion, kind, name: target } } };
    } catch (thrown) {
      removal.stayed();
      if (isKubeError(thrown, 'not-found', 'conflict')) return skipped('gone');
      throw refusal(thrown, author);
    }
  }

  private recorded<T>(change: Parameters<typeof audited>[1], act: () => Promise<T>): Promise<T> {
    return audited({ store: this.ports.store, clock: this.context.clock }, change, act);
  }

  private vpaOf(namespace: string, name: string): VerticalPodAutoscaler {
    const vpa = this.context.caches.vpas.get(namespace, name);
    if (!vpa) throw new AppError('not-found');
    return vpa;
  }
}
