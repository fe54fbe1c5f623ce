import { LOCAL_USER } from '../words/who';

/**
 * The user, from the header in which a proxy names users; undefined if the header is configured and missing.
 */
export function visitorOf(request: Request, header: string): string | undefined {
  return header === '' ? LOCAL_USER : request.headers.get(header)?.trim() || undefined;
}
