import type { HpaDetail } from '../contract/hpas';
import type { BareWorkload, WorkloadDetail } from '../contract/recommendations';
import type { StatusView } from '../contract/status';
import type { Handles } from '../host/roles';
import { AppError } from '../lib/report/errors';
import { aboutVpa } from '../words/object-fault';

/** The status of a process, from what all processes know about themselves. */
export function statusOf(
  { recommender }: Handles,
  known: Omit<StatusView, 'lastPass' | 'pastLoad'>,
): StatusView {
  return { ...known, lastPass: recommender?.lastPass, pastLoad: recommender?.pastLoad };
}

/** @throws AppError `not-found`, or `not-ready` if no recommender runs yet */
export function workloadDetail(
  { recommender }: Handles,
  namespace: string,
  name: string,
  group?: string,
): WorkloadDetail {
  if (!recommender) throw new AppError('not-ready');
  const detail = recommender.detail(namespace, name, group);
  if (!detail) throw new AppError('not-found', aboutVpa({ namespace, name }));
  return detail;
}

/** @throws AppError `not-found`, or `role-not-running` if no recommender runs here */
export function bareWorkload(
  { recommender }: Handles,
  namespace: string,
  kind: string,
  name: string,
): BareWorkload {
  if (!recommender) throw new AppError('role-not-running', 'recommender');
  const found = recommender.withoutVpa.detail(namespace, kind, name);
  if (!found) throw new AppError('not-found', `${kind} ${namespace}/${name}`);
  return found;
}

/** @throws AppError `not-found`, or `role-not-running` if no process of this kind runs here */
export function hpaDetail({ hpa }: Handles, namespace: string, name: string): HpaDetail {
  if (!hpa) throw new AppError('role-not-running', 'hpa');
  const detail = hpa.detail(namespace, name);
  if (!detail) throw new AppError('not-found', `HorizontalPodAutoscaler ${namespace}/${name}`);
  return detail;
}

/** The roles of which one process acts at a time, and whether it is this one. */
export function leadingOf({ recommender, updater, rules, hpa }: Handles) {
  const leading: { role: string; isLeading: boolean }[] = [];
  if (recommender) leading.push({ role: 'recommender', isLeading: recommender.leader.kind === 'leading' });
  if (updater) leading.push({ role: 'updater', isLeading: updater.isLeading });
  if (rules) leading.push({ role: 'rules', isLeading: rules.isLeading });
  if (hpa) leading.push({ role: 'hpa', isLeading: hpa.isLeading });
  return leading;
}
