import { RIGHTS, type Right } from '../access';
import type { StopsView, StopView } from '../contract/operations';
import { keyOfScope, type StopScope } from '../decide/pods/stop';
import { fewAtATime } from '../lib/time/few-at-a-time';

type May = (right: Right) => Promise<boolean>;

/**
 * The stops that concern a person: those of everything, and of namespaces in which they may read, stop or resume. How
 * far the stops are is for whoever may do that in the whole cluster.
 * @throws AppError
 */
export async function stopsFor(all: StopsView, may: May): Promise<StopsView> {
  if (await may(RIGHTS.read())) return all;
  const isConcerned = await mayAct(may);
  const theirs = isConcerned ? undefined : await namespacesOf(all, may);
  const { affected, done, already, restoring, failed } = all.progress;
  return {
    stops: all.stops.filter(({ scope }) => scope.kind === 'all' || (theirs?.has(scope.namespace) ?? true)),
    progress: isConcerned ? { affected, done, already, restoring, failed } : NONE,
    outOfReach: [],
  };
}

/** What the person sees who stopped or resumed this; it is done, also if nobody says what else they may see. */
export async function stopsAfter(all: StopsView, scope: StopScope, may: May): Promise<StopsView> {
  const seen = await stopsFor(all, may).catch(() => stopsFor(all, async () => false));
  const isSeen = (stop: StopView) =>
    seen.stops.includes(stop) || keyOfScope(stop.scope) === keyOfScope(scope);
  return { ...seen, stops: all.stops.filter(isSeen) };
}

const NONE = { affected: 0, done: 0, already: 0, restoring: 0, failed: 0 };

async function namespacesOf({ stops }: StopsView, may: May): Promise<Set<string>> {
  const stopped = new Set(stops.flatMap(({ scope }) => (scope.kind === 'all' ? [] : [scope.namespace])));
  const theirs = new Set<string>();
  await fewAtATime([...stopped], async (namespace) => {
    if ((await may(RIGHTS.read(namespace))) || (await mayAct(may, namespace))) theirs.add(namespace);
  });
  return theirs;
}

async function mayAct(may: May, namespace?: string): Promise<boolean> {
  return (await may(RIGHTS.stop({ namespace }))) || may(RIGHTS.resume({ namespace }));
}
