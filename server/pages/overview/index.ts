import { VisibleNamespaces } from '../../access';
import type { GlanceView, NamespaceView, NextView, OverviewView } from '../../contract/overview';
import type { Runtime } from '../../host/runtime';
import { AppError } from '../../lib/report/errors';
import type { ListRequest } from '../list-query';
import type { NamespaceSum } from './namespace-sum';
import { partsOf } from './parts';
import { recentActions } from './recent';
import { oomsOf, sumView } from './sum-view';

const EVERYTHING = new URLSearchParams();

/**
 * The state of the cluster at a glance, as far as it is within reach; from what is in memory, besides what was done
 * last.
 */
export async function overviewOf(
  running: Runtime,
  { reach }: Pick<ListRequest, 'reach'>,
): Promise<OverviewView> {
  const asked = { params: EVERYTHING, reach };
  const { byNamespace, whole } = await running.pages.sums(asked);
  const dayOne = whole.vpas === 0 ? await running.pages.dayOne(asked) : undefined;
  return {
    ...(dayOne && { dayOne }),
    ...(await glanceOf(running, whole, asked)),
    namespaces: byNamespace.size,
    ...(reach.covers(undefined) && { parts: partsOf(running) }),
  };
}

/** A namespace at a glance. @throws AppError `not-found` if it has no VPA */
export async function namespaceView(running: Runtime, name: string): Promise<NamespaceView> {
  const asked = { params: new URLSearchParams({ namespace: name }), reach: VisibleNamespaces.within([name]) };
  const sum = (await running.pages.sums(asked)).byNamespace.get(name);
  if (!sum) throw new AppError('not-found', `namespace ${name} has no VPA`);
  return { ...(await glanceOf(running, sum, asked)), name };
}

async function glanceOf(running: Runtime, sum: NamespaceSum, asked: ListRequest): Promise<GlanceView> {
  const { store, clock, beganMs } = running;
  const [recent, inbox, next] = await Promise.all([
    recentActions(store, { reach: asked.reach, sinceMs: beganMs, nowMs: clock.now() }),
    running.pages.inbox.list(asked),
    nextOf(running, asked),
  ]);
  return { ...sumView(sum), recent: { ...recent, ooms: oomsOf(sum) }, inbox, ...(next && { next }) };
}

/** What the updater does next; undefined if none runs here, or before its first plan. */
async function nextOf(
  { pages, handles: { updater } }: Runtime,
  asked: ListRequest,
): Promise<NextView | undefined> {
  if (!updater?.shown.isFilled) return undefined;
  const { atMs, tallies, lease, updater: state } = await pages.plan(updater, asked);
  return { atMs, updater: state, lease, when: tallies.when };
}
