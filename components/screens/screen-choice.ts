import type { StatusAnswer } from '@/server/contract/status';
import type { RequestFailure } from '../api/request';

/** What prevents a page from being shown, if anything. */
type ScreenChoice =
  | { kind: 'page' }
  | { kind: 'loading' }
  | { kind: 'server-away' }
  | { kind: 'not-ready' }
  | { kind: 'refused'; message: string }
  | { kind: 'cluster-away'; message: string }
  | { kind: 'filling' }
  | { kind: 'starting' }
  | { kind: 'blocked'; by: Blocking }
  | { kind: 'not-connected'; cluster: Extract<StatusAnswer['cluster'], { kind: 'none' }> }
  | { kind: 'connecting'; cluster: Extract<StatusAnswer['cluster'], { kind: 'connecting' }> };

/** What prevents the first pass; at least one. */
export type Blocking = readonly [Blocker, ...Blocker[]];
type Blocker = StatusAnswer['blocking'][number];

export function blockersOf({ blocking: [first, ...others] }: StatusAnswer): Blocking | undefined {
  return first && [first, ...others];
}

function whileNoPass(status: StatusAnswer): ScreenChoice {
  const by = blockersOf(status);
  return by ? { kind: 'blocked', by } : { kind: 'starting' };
}

function choiceForFailure(failure: RequestFailure): ScreenChoice {
  if (failure.kind === 'unreachable') return { kind: 'server-away' };
  return { kind: failure.code === 'cluster-away' ? failure.code : 'refused', message: failure.message };
}

/**
 * Chooses between the page and the screens that say why there is none. A status once seen stays: while the
 * server is unreachable the page keeps its last data, and the header says how old that is. Only a restarting
 * server invalidates it.
 */
export function chooseScreen(
  status: StatusAnswer | undefined,
  failure: RequestFailure | undefined,
): ScreenChoice {
  if (failure?.kind === 'refused' && failure.code === 'not-ready') return { kind: 'not-ready' };
  if (!status) return failure ? choiceForFailure(failure) : { kind: 'loading' };
  if (status.filling) return { kind: 'filling' };
  switch (status.cluster.kind) {
    case 'none':
      return { kind: 'not-connected', cluster: status.cluster };
    case 'connecting':
      return status.lastPass ? { kind: 'page' } : { kind: 'connecting', cluster: status.cluster };
    case 'connected':
      return status.lastPass ? { kind: 'page' } : whileNoPass(status);
  }
}
