import type { ApprovalRow } from '../../contract/approvals';
import type {
  FilledForm,
  InboxAction,
  InboxItem,
  Need,
  NeedyWorkload,
  SaidOfItem,
} from '../../contract/inbox';
import { keyOfScope, type StopEntry, type StopScope } from '../../decide/pods/stop';
import {
  containerOfProblem,
  detailOfProblem,
  namespaceOfProblem,
  type Problem,
  vpaOfProblem,
} from '../../kube/problems';
import type { CauseCode } from '../../words/causes';
import { CAUSES_OF_PROBLEMS } from '../../words/causes-of-problems';
import { countOf } from '../../words/counts';
import { INBOX_SENTENCES, type InboxCode, urgencyOfCode } from '../../words/inbox';
import { naturalKey } from '../../words/natural-order';
import { isOfWorkload } from '../../words/needs';
import { scopeWords } from '../../words/stops';
import { whoWords } from '../../words/who';
import { sizeOfGain } from '../needs/gain';
import type { RankedItem } from './ranked';

/** A stop that lasts as long is one that somebody may have forgotten. */
export const STOP_IS_LONG_MS = 24 * 3_600_000;

/** What is known better of a workload once a change of it was undone. */
const OF_REQUESTS: readonly CauseCode[] = [
  'sets-requests',
  'as-stated',
  'lowered',
  'raised',
  'raised-above',
  'still-above',
];

/**
 * What a workload needs, an item for each kind of it.
 * @param isUndone whether a change of it was undone: then it is known who caused what its requests may have caused
 */
export function itemsOfWorkload(workload: NeedyWorkload, isUndone = false): RankedItem[] {
  const { namespace, name, needs, danger = 0, gain } = workload;
  const byCode = new Map<Need['code'], Need[]>();
  for (const need of needs) byCode.set(need.code, [...(byCode.get(need.code) ?? []), need]);
  return [...byCode].map(([code, alike]) => {
    const stated = alike[0]?.cause;
    const isOfRequests = stated !== undefined && OF_REQUESTS.includes(stated);
    const cause = isUndone && isOfRequests ? 'undone' : stated;
    const item: InboxItem = {
      ...itemAt(code, `${namespace}/${name}`),
      namespace,
      vpa: name,
      said: saidOnce(alike, { namespace, vpa: name }),
      ...(cause && { cause }),
      ...(gain && { gain }),
      ...timesOf(alike),
    };
    return rankedItem(item, { isOwn: false, danger, size: sizeOfGain(gain) });
  });
}

/** What is known of the workload that a problem names. */
interface OfWorkload {
  readonly danger?: number | undefined;
  readonly form?: FilledForm | undefined;
  /** Since when, as the cluster says. */
  readonly sinceMs?: number | undefined;
}

/** A problem: of Plumbline, or of the object that it names. */
export function itemOfProblem(problem: Problem, { danger = 0, form, sinceMs }: OfWorkload = {}): RankedItem {
  const { code, about, remedy, firstSeenMs, lastSeenMs } = problem;
  const vpa = vpaOfProblem(problem);
  const isOwn = !(vpa && isOfWorkload(code));
  const namespace = namespaceOfProblem(problem);
  const action = (vpa && actionOfVpa(problem, vpa, form)) ?? hpaAction(problem);
  const item: InboxItem = {
    ...itemAt(code, isOwn || !vpa ? about : `${vpa.namespace}/${vpa.name}`),
    about: vpa ? `${vpa.namespace}/${vpa.name}` : objectWords(about),
    ...(namespace !== undefined && { namespace }),
    ...(vpa && { vpa: vpa.name }),
    said: [{ ...withCommand(saidOf(problem), remedy), ...(action && { action }) }],
    cause: CAUSES_OF_PROBLEMS[code],
    ...(sinceMs !== undefined && { sinceMs }),
    firstSeenMs,
    lastMs: lastSeenMs,
  };
  return rankedItem(item, { isOwn, danger: isOwn ? 0 : danger, size: 0 });
}

/** A command at the end of what is so is what to do. */
function withCommand(detail: string, remedy: string): { detail: string; remedy: string } {
  const [, facts, command] = /^([\s\S]+): (`kubectl [^`]+`)\.$/.exec(detail) ?? [];
  return facts && command
    ? { detail: facts, remedy: `${remedy.replace(/\.$/, '')}: ${command}.` }
    : { detail, remedy };
}

/** Objects as people call them. */
function objectWords(about: string): string {
  return about
    .replace(/^HorizontalPodAutoscaler (?=\S)/, 'HPA ')
    .replace(/^VerticalScalingPolicy (?=\S)/, 'Rule ');
}

/** What is so, of the container that it is about: `app leaks 40 MiB an hour`. */
function saidOf(problem: Problem): string {
  const detail = detailOfProblem(problem);
  const container = containerOfProblem(problem);
  if (container === undefined || detail === '') return detail;
  const [, rest] = /^It ([\s\S]+)$/.exec(detail) ?? [];
  return rest === undefined ? `${container}: ${detail}` : `${container} ${rest}`;
}

/** A change that waits for a person. */
export function itemOfApproval({ namespace, name, pods, sinceMs, changes }: ApprovalRow): RankedItem {
  const containers = [...new Set(changes.map(({ container }) => container))].join(', ');
  const item: InboxItem = {
    ...itemAt('approval-due', `${namespace}/${name}`),
    namespace,
    vpa: name,
    said: [
      {
        detail: `${countOf(pods, 'pod')}: ${containers}`,
        remedy: 'Approve it or reject it; until then, its pods keep what they request.',
        action: { do: 'approve', label: 'Approve…', namespace, vpa: name },
      },
    ],
    cause: 'asked-for',
    ...(sinceMs !== undefined && { sinceMs }),
  };
  return rankedItem(item, { isOwn: false, danger: 0, size: 0 });
}

export interface StopInForce {
  readonly scope: StopScope;
  readonly entry: StopEntry;
}

/** A stop that is in force for long. */
export function itemOfStop({ scope, entry: { who, atMs, reason } }: StopInForce): RankedItem {
  const item: InboxItem = {
    ...itemAt('stopped-long', scopeWords(scope)),
    key: `stopped-long ${keyOfScope(scope)}`,
    ...(scope.kind !== 'all' && { namespace: scope.namespace }),
    ...(scope.kind === 'vpa' && { vpa: scope.name }),
    said: [
      {
        detail: `by ${whoWords(who)}${reason ? `: ${reason}` : ''}`,
        remedy: 'Resume once it has served its purpose: until then nothing in its scope is changed.',
        action: { do: 'resume', label: 'Resume…', scope },
      },
    ],
    cause: 'asked-for',
    sinceMs: atMs,
  };
  return rankedItem(item, { isOwn: false, danger: 0, size: 0 });
}

function itemAt(code: InboxCode, about: string): Omit<InboxItem, 'said'> {
  return {
    key: `${code} ${about}`,
    urgency: urgencyOfCode(code),
    code,
    sentence: INBOX_SENTENCES[code],
    about,
  };
}

function rankedItem(item: InboxItem, facts: Pick<RankedItem, 'isOwn' | 'danger' | 'size'>): RankedItem {
  return { item, ...facts, objectKey: naturalKey(item.about) };
}

/** Needs that read alike are said once. */
function saidOnce(needs: readonly Need[], vpa: { namespace: string; vpa: string }): SaidOfItem[] {
  const said = new Map<string, SaidOfItem>();
  for (const need of needs) {
    const { detail, remedy } = need;
    const action = actionOfNeed(need, vpa);
    const key = `${detail}\n${remedy}`;
    if (!said.has(key)) said.set(key, { detail, remedy, ...(action && { action }) });
  }
  return [...said.values()];
}

function actionOfNeed(
  { form, podsInTime }: Need,
  vpa: { namespace: string; vpa: string },
): InboxAction | undefined {
  if (podsInTime) return { do: 'apply-now', label: 'Apply now…', ...vpa, pods: podsInTime };
  return form && { do: 'edit-policy', label: form.label, ...vpa, fill: form.fill };
}

/** Since the first of them; not known while that of one is not. */
function timesOf(needs: readonly Need[]): Pick<InboxItem, 'sinceMs' | 'firstSeenMs' | 'lastMs'> {
  const earliest = (times: readonly (number | undefined)[]) => {
    const known = times.filter((time) => time !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  };
  const sinceMs = earliest(needs.map((need) => need.sinceMs));
  const firstSeenMs = earliest(needs.map((need) => need.firstSeenMs));
  const lastMs = needs[0]?.lastMs;
  return {
    ...(sinceMs !== undefined && { sinceMs }),
    ...(firstSeenMs !== undefined && { firstSeenMs }),
    ...(lastMs !== undefined && { lastMs }),
  };
}

function actionOfVpa(
  { code }: Problem,
  vpa: { namespace: string; name: string },
  form: FilledForm | undefined,
): InboxAction | undefined {
  if (code === 'undone') return tryAgain(vpa);
  const { namespace, name } = vpa;
  return form && { do: 'edit-policy', label: form.label, namespace, vpa: name, fill: form.fill };
}

function tryAgain({ namespace, name }: { namespace: string; name: string }): InboxAction {
  return { do: 'try-again', label: 'Try again', namespace, vpa: name };
}

/** The form of an HPA does what its problem asks for. */
function hpaAction({ code, about }: Problem): InboxAction | undefined {
  const [, namespace, hpa] = /^HorizontalPodAutoscaler ([^/\s]+)\/(\S+)$/.exec(about) ?? [];
  if (code !== 'hpa-sees-no-container' || !namespace || !hpa) return undefined;
  return { do: 'edit-hpa', label: 'Measure this HPA by container…', namespace, hpa };
}
