import { randomBytes } from 'node:crypto';
import type { DecidedChange, DecisionRequest, DecisionsView } from '../../contract/requests/decision';
import { type ApprovalChange, isSameAs, stepTowards } from '../../decide/features/approvals/judge';
import { changeApproval } from '../../decide/features/approvals/object';
import { approvalsOf, EVERY_CHANGE } from '../../decide/features/approvals/rules';
import { isKubeError } from '../../kube/errors';
import type { Author } from '../../kube/identity';
import type { RoleContext } from '../../kube/role-context';
import { untilShown } from '../../kube/until-shown';
import { ofKey } from '../../lib/memo/of-key';
import { AppError, errorText } from '../../lib/report/errors';
import { toKubeTime } from '../../lib/time/clock';
import { fewAtATime } from '../../lib/time/few-at-a-time';
import type { ChangeApproval } from '../../objects/plumbline-types';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { audited } from '../audited';
import type { OperationsPorts } from '../ports';
import type { OperationsSettings } from '../settings';
import type { DecisionWatch } from './decision-watch';
import { decisionEvent } from './decision-words';
import { mustMayDecide } from './right-to-decide';

type Result = DecisionsView['results'][number];

const AT_ONCE = 10;
/** Of a name that becomes part of another. */
const LONGEST_BASE = 200;
const CURE = 'ChangeApprovals are not installed: kubectl apply -f deploy/crds/';

/**
 * Makes the ChangeApprovals that people decide on, each exactly as shown: how much further a target has gone since stays undecided.
 */
export class Deciding {
  constructor(
    private readonly context: RoleContext<OperationsSettings>,
    private readonly ports: OperationsPorts,
    private readonly decisions: Pick<DecisionWatch, 'expect'>,
  ) {}

  /** @throws AppError `forbidden` if nothing of it may be decided, `not-ready` if nothing is planned here */
  async decide({ changes, ...verdict }: DecisionRequest, author: Author): Promise<DecisionsView> {
    const rights = new Map<string, Promise<void>>();
    const mayIn = (namespace: string) => {
      return ofKey(rights, namespace, () => mustMayDecide(this.context.client, author, namespace));
    };
    const refused = new Map<DecidedChange, AppError>();
    const results = new Map<DecidedChange, Result>();
    await fewAtATime(
      changes,
      async (change) => {
        const { namespace, name } = change;
        try {
          await mayIn(namespace);
          results.set(change, { namespace, name, ...(await this.one(change, verdict, author)) });
        } catch (thrown) {
          if (thrown instanceof AppError) refused.set(change, thrown);
          results.set(change, { namespace, name, outcome: 'failed', message: errorText(thrown) });
        }
      },
      { atOnce: AT_ONCE },
    );
    const [first] = refused.values();
    if (first && refused.size === changes.length) throw first;
    return { results: changes.flatMap((change) => results.get(change) ?? []) };
  }

  private async one(
    change: DecidedChange,
    verdict: Omit<DecisionRequest, 'changes'>,
    author: Author,
  ): Promise<Pick<Result, 'outcome'>> {
    const { namespace, name } = change;
    const planner = this.ports.planner?.();
    if (!planner) throw new AppError('not-ready', 'no updater plans in this process');
    const vpa = this.context.caches.vpas.get(namespace, name);
    if (!vpa) return { outcome: 'over' };
    const waiting = await planner.waitingChange(vpa);
    if (!waiting) return { outcome: 'over' };
    if (!isAsShown(waiting.changes, change, verdict.decision)) return { outcome: 'moved' };
    const { who } = author;
    const { store } = this.ports;
    const { clock, wallClock, caches, events } = this.context;
    const before = Object.fromEntries(
      waiting.changes.map(({ container, resource, from }) => [`${container} ${resource}`, from ?? null]),
    );
    const after = { ...verdict, containers: change.containers };
    const kind = verdict.decision === 'Approved' ? ('approved' as const) : ('rejected' as const);
    const made = await audited({ store, clock }, { who, change: kind, namespace, name, before, after }, () =>
      this.create(vpa, change, verdict, author),
    );
    events.emit(decisionEvent(vpa, { ...verdict, by: who }));
    await untilShown(caches.changeApprovals, made, wallClock);
    return { outcome: 'done' };
  }

  private async create(
    vpa: VerticalPodAutoscaler,
    { namespace, name, containers }: DecidedChange,
    { decision, reason }: Omit<DecisionRequest, 'changes'>,
    { who, as }: Author,
  ): Promise<ChangeApproval> {
    const { client, clock, config } = this.context;
    const { rules = EVERY_CHANGE } = approvalsOf(vpa, config.approvals);
    const resource = API_RESOURCES.changeApprovals;
    const { uid = '' } = vpa.metadata;
    const owner = { apiVersion: vpa.apiVersion, kind: vpa.kind, name, uid };
    const decisionName = `${name.slice(0, LONGEST_BASE)}-${randomBytes(4).toString('hex')}`;
    const body = changeApproval(
      {
        name: decisionName,
        namespace,
        ownerReferences: [owner],
      },
      {
        vpa: name,
        decision,
        containers,
        ...(reason && { reason }),
        by: who,
        expiresAt: toKubeTime(clock.now() + rules.expiresAfterMs),
      },
    );
    const takeBack = this.decisions.expect(namespace, decisionName);
    try {
      return await client.request<ChangeApproval>('POST', pathOf(resource, namespace), { body, as });
    } catch (thrown) {
      takeBack();
      if (isKubeError(thrown, 'not-found')) throw new AppError('cluster-error', CURE, [], { cause: thrown });
      if (isKubeError(thrown, 'forbidden'))
        throw new AppError('forbidden', thrown.message, [], { cause: thrown });
      if (isKubeError(thrown)) throw new AppError('cluster-error', thrown.message, [], { cause: thrown });
      throw thrown;
    }
  }
}

/** Whether what waits is still what the person saw, or less; an approval may also be a step on its way. */
function isAsShown(
  changes: readonly ApprovalChange[],
  { containers }: DecidedChange,
  decision: DecisionRequest['decision'],
): boolean {
  const shown = { targets: new Map(containers.map(({ name, target }) => [name, target])) };
  return changes.every((change) =>
    decision === 'Approved' ? stepTowards(shown, change) !== undefined : isSameAs(shown, change),
  );
}
