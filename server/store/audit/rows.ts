import { shortened } from '../../lib/report/shortened';
import type { ActionRecord, AdmissionRecord, ChangeRecord, DecisionRecord, GapRecord } from './records';

/** Marks the rows of admission, which share the table of actions. */
export const ADMIT = 'admit';

/** No annotation of ours says anything in more than so many characters, but may have 16 times as many. */
const LONGEST_TEXT = 16_384;
const LARGEST_COUNT = 2 ** 31 - 1;

export const timeColumn = (atMs: number) => new Date(atMs);

/** PostgreSQL takes neither U+0000 nor unpaired surrogates: they become U+FFFD, and the record is stored. */
export function textOrNull(value: string): string {
  return value.replaceAll('\0', '\uFFFD').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** As the text of a column of JSON. */
function json(value: unknown, replace?: typeof withoutRest): string {
  return JSON.stringify(value ?? null, replace).replace(
    /\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g,
    (escaped, code: string) => (code.length > 1 ? '\uFFFD' : escaped),
  );
}

/** Leaves out the rest of texts that are too long. */
function withoutRest(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? shortened(value, LONGEST_TEXT) : value;
}

export function decisionRow({ key, atMs, notBeforeMs, reasons, ...row }: DecisionRecord) {
  const { namespace, vpa, pod, podUid, decision } = row;
  return {
    key: key ?? null,
    at: timeColumn(atMs),
    namespace: textOrNull(namespace),
    vpa: textOrNull(vpa),
    pod: textOrNull(pod),
    podUid: textOrNull(podUid),
    decision: textOrNull(decision),
    reasons: json(reasons),
    notBefore: notBeforeMs === undefined ? null : timeColumn(notBeforeMs),
  };
}

export function actionRow(record: ActionRecord) {
  return rowOfPods(record, 1);
}

function rowOfPods({ key, atMs, action, reasons, before, after, ...row }: ActionRecord, count: number) {
  const { namespace, vpa, pod, podUid, part = '', outcome, detail, trace = '' } = row;
  return {
    key: key ?? null,
    at: timeColumn(atMs),
    namespace: textOrNull(namespace),
    vpa: textOrNull(vpa),
    pod: textOrNull(pod),
    podUid: textOrNull(podUid),
    part: textOrNull(part),
    count,
    kind: textOrNull(action),
    outcome: textOrNull(outcome),
    detail: textOrNull(detail),
    reasons: json(reasons),
    before: json(before),
    after: json(after),
    trace: textOrNull(trace),
  };
}

export function admissionRow({ count, ...record }: AdmissionRecord) {
  const action = { kind: 'action', podUid: '', action: ADMIT, outcome: 'done', reasons: [] } as const;
  return rowOfPods({ ...record, ...action }, Math.min(count, LARGEST_COUNT));
}

export function changeRow({ key, atMs, change, before, after, ...row }: ChangeRecord) {
  const { who, namespace, name, outcome, detail, trace = '' } = row;
  return {
    key: key ?? null,
    at: timeColumn(atMs),
    who: textOrNull(who),
    kind: textOrNull(change),
    namespace: textOrNull(namespace),
    name: textOrNull(name),
    outcome: textOrNull(outcome),
    detail: textOrNull(detail),
    trace: textOrNull(trace),
    before: json(before, withoutRest),
    after: json(after, withoutRest),
  };
}

export function gapRow({ key, sinceMs, atMs, dropped, detail }: GapRecord) {
  return {
    key: key ?? null,
    since: timeColumn(sinceMs),
    at: timeColumn(atMs),
    dropped: Math.min(dropped, LARGEST_COUNT),
    detail: textOrNull(detail),
  };
}
