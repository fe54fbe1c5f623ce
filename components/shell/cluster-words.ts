import type {
  ClusterConnection,
  PassView,
  PastLoadView,
  StatusAnswer,
  StatusView,
} from '@/server/contract/status';
import { countOf, formatShare } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';

/** The connection to the cluster in a few words. */
export function connectionWords(cluster: ClusterConnection): string {
  switch (cluster.kind) {
    case 'none':
      return 'No cluster';
    case 'connecting':
      return 'Connecting';
    case 'connected':
      return cluster.name ?? (cluster.sandbox ? 'Embedded cluster' : hostOf(cluster.server));
  }
}

/** A role as a sentence names it. */
export function roleWords(role: string): string {
  return role === 'hpa' ? 'HPA' : role;
}

function hostOf(server: string): string {
  return server.replace(/^https?:\/\//, '').replace(/\/+$/, '');
}

/** `simulated, 360× real time`; undefined if the cluster runs in real time. */
export function speedWords(status: Pick<StatusView, 'clockSpeed'>): string | undefined {
  return status.clockSpeed === 1 ? undefined : `simulated, ${status.clockSpeed}× real time`;
}

/** Why the clock of the embedded cluster is slower than it could be; undefined if it is not. */
export function paceWords({ clockSpeed, pace }: Pick<StatusView, 'clockSpeed' | 'pace'>): string | undefined {
  if (!pace) return undefined;
  const { most, slowedBy } = pace;
  const why =
    slowedBy.kind === 'size'
      ? `the cluster has ${countOf(slowedBy.pods, 'pod')}`
      : `a pass takes ${formatDuration(slowedBy.passMs)} on this machine, and one is due every ${formatDuration(slowedBy.everyMs)} of the cluster’s time`;
  return `It runs ${clockSpeed}× as fast as real time instead of ${most}×, because ${why}.`;
}

export function recommenderPassWords(pass: PassView): string {
  return [
    `${countOf(pass.vpas, 'VPA')}, ${countOf(pass.containers, 'container')} and ${countOf(pass.samples, 'new sample')}`,
    `in ${Math.max(1, Math.round(pass.durationMs))} ms;`,
    `wrote ${countOf(pass.statusWrites, 'status', 'statuses')} and ${countOf(pass.checkpointWrites, 'checkpoint')}.`,
  ].join(' ');
}

/** `loading history: 42 %, 3 min left`. */
export function pastLoadWords(load: PastLoadView): string {
  return `loading history: ${loadedWords(load)}`;
}

/** What the inbox says while usage from before the start is loaded: less is known than will be. */
export function inboxWhileLoading(load: PastLoadView, isEmpty: boolean): string {
  return isEmpty
    ? `Nothing is broken and nothing waits for you so far. What could be better is known once the history is loaded: ${loadedWords(load)}.`
    : `The history is still being loaded (${loadedWords(load)}), and may change what is recommended.`;
}

function loadedWords({ share, leftMs }: PastLoadView): string {
  return `${formatShare(share)}${leftMs === undefined ? '' : `, ${formatDuration(leftMs)} left`}`;
}

/** How much came so far and what is to come, for the strip's tooltip. */
export function pastLoadDetails({ containers, samples, namespacesLeft }: PastLoadView): string {
  return `${countOf(samples, 'sample')} of ${countOf(containers, 'container')} so far; ${countOf(namespacesLeft, 'namespace')} to go.`;
}

/** How far the cluster has said what the person may read; lists show that much. */
export function rightsAskedWords({ asked, of }: NonNullable<StatusAnswer['rightsAsked']>): string {
  return `your rights are being asked: ${asked.toLocaleString('en-US')} of ${countOf(of, 'namespace')}`;
}

/** That a cluster has another version of Plumbline than the pages that show it; undefined if it has the same. */
export function otherVersionWords(there: string, pages: string): string | undefined {
  return there === pages
    ? undefined
    : `Plumbline ${there} there, pages of ${pages}: some things may be missing there`;
}
