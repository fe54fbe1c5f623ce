import { LOCAL_USER } from '../words/who';

/** Who asks, by the header in which a proxy names users; undefined where it should name one and does not. */
export function visitorOf(request: Request, header: string): string | undefined {
  return header === '' ? LOCAL_USER : request.headers.get(header)?.trim() || undefined;
}
