import { type Person, RIGHTS, type Right } from '../../access';
import { errorResponse, toAppError } from '../../lib/report/errors';
import { standing, TRACE_HEADER, tracedPlace } from '../../lib/report/trace';
import { ownTurn } from '../../lib/time/slices';
import { access, logFailure } from '../runtime';

/** Who gets an answer: everyone, everyone who is signed in, or who has these rights. */
export type Entry<P> = 'public' | 'person' | ((params: P) => readonly Right[]);

/** Who may read the VPAs of the namespace in the address; without one, of all. */
const readers = (params: { namespace?: string }): readonly Right[] => [RIGHTS.read(params.namespace)];

const NOBODY: Person = { name: undefined, groups: [], isJudged: true };

/**
 * A route handler from a function that returns plain data (sent as JSON) or a `Response`. An error becomes
 * the common error body, with the status of its code. Each request is worked on in a turn of its own, so that
 * several at once never block the event loop together.
 */
export function answer<P extends object = Record<string, never>>(
  work: (request: Request, params: P, person: Person) => unknown | Promise<unknown>,
  entry: Entry<P> = readers,
): (request: Request, params: P) => Promise<Response> {
  return traced(async (request, params) => {
    let cookie: string | undefined;
    const withCookie = (response: Response) => {
      if (cookie) response.headers.append('set-cookie', cookie);
      return response;
    };
    try {
      await ownTurn();
      const visit = entry === 'public' ? { person: NOBODY } : await enter(request, params, entry);
      ({ cookie } = visit);
      const result = await work(request, params, visit.person);
      return withCookie(result instanceof Response ? result : Response.json(result ?? null));
    } catch (thrown) {
      const error = toAppError(thrown);
      logFailure(error, request);
      return withCookie(errorResponse(error));
    }
  });
}

/** Works on each request under its trace, which the answer names, and for a person, who waits. */
function traced<P>(work: (request: Request, params: P) => Promise<Response>): typeof work {
  return (request, params) => {
    const place = { ...tracedPlace(request.headers), isAwaited: true };
    return standing(place, async () => {
      const response = await work(request, params);
      response.headers.set(TRACE_HEADER, place.trace);
      return response;
    });
  };
}

/** @throws AppError `unauthenticated` or `forbidden` */
async function enter<P>(
  request: Request,
  params: P,
  entry: Exclude<Entry<P>, 'public'>,
): Promise<{ person: Person; cookie?: string }> {
  const rights = entry === 'person' ? [] : entry(params);
  return access().admit(request, rights);
}
