import { type ErrorBody, toAppError } from '@/server/errors';
import { logFailure } from '@/server/process/runtime';
import { ownTurn } from '@/server/slices';
import { inTrace, TRACE_HEADER, traceOf } from '@/server/trace';

/** The second argument of a Next route handler; `P` names the segments in brackets. */
interface RouteContext<P> {
  params: Promise<P>;
}

/**
 * A route handler from a function that returns plain data (sent as JSON) or a `Response`. An error becomes
 * the common error body, with the status of its code. Each request is worked on in a turn of its own, so that
 * several at once never block the event loop together.
 */
export function answer<P = Record<string, never>>(
  work: (request: Request, params: P) => unknown | Promise<unknown>,
): (request: Request, context: RouteContext<P>) => Promise<Response> {
  return traced(async (request, context) => {
    try {
      await ownTurn();
      const result = await work(request, await context.params);
      return result instanceof Response ? result : Response.json(result ?? null);
    } catch (thrown) {
      const error = toAppError(thrown);
      logFailure(error, request);
      const body: ErrorBody = { code: error.code, message: error.message, fields: error.fields };
      const headers = error.code === 'not-ready' ? { 'retry-after': '1' } : undefined;
      return Response.json(body, { status: error.status, headers });
    }
  });
}

/** Works on each request under its trace, which the answer names. */
function traced<C>(work: (request: Request, context: C) => Promise<Response>): typeof work {
  return (request, context) => {
    const trace = traceOf(request.headers);
    return inTrace(trace, async () => {
      const response = await work(request, context);
      response.headers.set(TRACE_HEADER, trace);
      return response;
    });
  };
}
