import { type Person, RIGHTS, type Right, type RightWithin, VisibleNamespaces } from '../../access';
import type { ListRequest } from '../../pages/list-query';
import { access } from '../runtime';
import { view } from './view';

/**
 * What a person asks for in the query of a request, and what of the cluster they may read.
 * @throws AppError `forbidden` if they may read nothing of it, or not the namespace that the query names
 */
export async function askedIn(
  request: Request,
  person: Person,
  right: RightWithin = RIGHTS.read,
): Promise<ListRequest> {
  const params = new URL(request.url).searchParams;
  const reach = await access().mustReach(person, right, {
    namespace: params.get('namespace') || undefined,
    // The status says how far these are asked, and of no others.
    waitMs: right === RIGHTS.read ? waitOf(request) : undefined,
  });
  return { params, reach, reachOfHpas: () => access().reachOf(person, RIGHTS.readHpas) };
}

/** What of the VPAs the person may read. @throws AppError */
export function reachIn(request: Request, person: Person): Promise<VisibleNamespaces> {
  return access().reachOf(person, RIGHTS.read, waitOf(request));
}

/**
 * How long whoever asks would wait for all of an answer before they take a part of it, in milliseconds:
 * `Prefer: wait=1` (RFC 7240). Undefined for as long as it takes.
 */
function waitOf({ headers }: Request): number | undefined {
  const seconds = /(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])/.exec(headers.get('prefer') ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

/** A view of the cluster as far as the person may read it. @param right in each namespace that is shown */
export function listing(work: (asked: ListRequest) => unknown, right?: RightWithin) {
  return view(async (request, _params, person) => work(await askedIn(request, person, right)), {
    entry: 'person',
  });
}

/** A view of what is in no namespace, for whoever has `right`. */
export function wholeListing(right: () => Right, work: (asked: ListRequest) => unknown) {
  return view(({ url }) => work({ params: new URL(url).searchParams, reach: VisibleNamespaces.all }), {
    entry: () => [right()],
  });
}

/** A view of an object in no namespace, for whoever has `right`, with what of the VPAs the person may read. */
export function wholeDetail<P extends object>(
  right: () => Right,
  work: (asked: ListRequest, params: P) => unknown,
) {
  return view<P>(
    async (request, params, person) =>
      work({ params: new URL(request.url).searchParams, reach: await reachIn(request, person) }, params),
    { entry: () => [right()] },
  );
}
