import { type Person, Reach, RIGHTS, type RightWithin } from '@/server/access';
import type { Asked } from '@/server/process/pages/list-query';
import { access } from '@/server/process/runtime';
import { view } from './view';

/**
 * What a person asks for in the query of a request, and what of the cluster they may read.
 * @throws AppError `forbidden` if they may read nothing of it, or not the namespace that the query names
 */
export async function askedIn(
  request: Request,
  person: Person,
  right: RightWithin = RIGHTS.read,
): Promise<Asked> {
  const params = new URL(request.url).searchParams;
  const reach = await access()?.mustReach(person, right, params.get('namespace') || undefined);
  return { params, reach: reach ?? Reach.all };
}

/** A view of the cluster as far as the person may read it. @param right in each namespace that is shown */
export function listing(work: (asked: Asked) => unknown, right?: RightWithin) {
  return view(async (request, _params, person) => work(await askedIn(request, person, right)), {
    entry: 'person',
  });
}

/** A view for whoever may read the whole cluster. */
export function wholeListing<P extends object = Record<string, never>>(
  work: (asked: Asked, params: P) => unknown,
) {
  return view<P>(({ url }, params) => work({ params: new URL(url).searchParams, reach: Reach.all }, params));
}
