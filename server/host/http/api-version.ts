import type { IncomingMessage, ServerResponse } from 'node:http';
import { presentPath } from '../../contract/api/former-routes';
import { API_VERSION } from '../../contract/api/routes';
import { askedOf } from '../../contract/api/versioned';
import { AppError } from '../../lib/report/errors';
import { sendError } from './send-error';

/**
 * Makes a request under `/api/v1`, or by a former name, one for the route as it is now, so that all that guards routes
 * sees one address for each. Answers one for what this version does not have; returns whether it did.
 */
export function takeVersion(request: IncomingMessage, response: ServerResponse): boolean {
  const { url = '/' } = request;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const present = presentPath(path);
  const asked = askedOf(present);
  if (asked.kind === 'route') request.url = asked.path + url.slice(path.length);
  else if (present !== path) request.url = present + url.slice(path.length);
  if (asked.kind !== 'unknown') return false;
  sendError(response, new AppError('not-found', `the API has the version ${API_VERSION} and no such route`));
  return true;
}
