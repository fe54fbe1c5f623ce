import { BASE_PATH_HEADER } from '../lib/http/base-path';
import type { Asking } from './person';

/** How the browser reaches this site. */
export interface Reached {
  /** `https://plumbline.example.com` */
  origin: string;
  /** `/tools/plumbline`; empty if the dashboard has the host to itself. */
  basePath: string;
}

/** By the scheme that a proxy in front names, and by the Host of the request. */
export function reachedBy({ headers, url }: Asking): Reached {
  const own = new URL(url);
  const scheme = headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase();
  const protocol = scheme === 'https' || scheme === 'http' ? `${scheme}:` : own.protocol;
  return {
    origin: new URL(`${protocol}//${headers.get('host') ?? own.host}`).origin,
    basePath: headers.get(BASE_PATH_HEADER) ?? '',
  };
}
