import type { IncomingMessage } from 'node:http';
import { PEER_HEADER } from '../../access';

/** The headers of a request, and the address it comes from in place of what it claims. */
export function headersOf({ headers, socket }: IncomingMessage): Headers {
  const asked = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) asked.set(name, String(value));
  asked.set(PEER_HEADER, socket.remoteAddress ?? '');
  return asked;
}
