import type { EventsAnswer } from '../../contract/events';
import type { Runtime } from '../../host/runtime';
import { isKubeError } from '../../kube/client';
import { isAboutWorkload } from './about-workload';
import { NamespaceEvents } from './namespace-events';

/** The newest that are shown. */
const MOST_SHOWN = 20;

const clusters = new WeakMap<object, NamespaceEvents>();

/** What Kubernetes reports of a workload. @throws AppError `not-found`, `not-ready` */
export async function workloadEvents(
  running: Pick<Runtime, 'cluster' | 'workload'>,
  namespace: string,
  name: string,
): Promise<EventsAnswer> {
  const { target, podList } = running.workload(namespace, name);
  const client = running.cluster?.client;
  if (!client) return { kind: 'unreachable', message: 'The cluster is not connected yet.' };
  const known = clusters.get(client) ?? new NamespaceEvents();
  clusters.set(client, known);
  try {
    const { rows, isCut } = await known.of(client, namespace);
    const events = rows
      .filter(isAboutWorkload({ name, target, pods: podList.map((pod) => pod.name) }))
      .sort((a, b) => b.atMs - a.atMs)
      .slice(0, MOST_SHOWN);
    return { kind: 'known', events, isCut };
  } catch (error) {
    if (!isKubeError(error)) throw error;
    return error.kind === 'forbidden'
      ? { kind: 'forbidden' }
      : { kind: 'unreachable', message: error.message };
  }
}
