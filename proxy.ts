import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { DOCUMENT_HEADER } from '@/components/api/early-answer';
import { formerPage } from '@/components/navigation/former-page';
import { isDevelopment } from '@/server/config';
import { isRoute } from '@/server/contract/api/versioned';
import { CLUSTER_HEADER, pageIn, placeInCluster } from '@/server/contract/cluster-pages';
import { contentSecurityPolicy, POLICY_OF_DATA, securityHeaders } from '@/server/host/http/security-headers';
import { access, hasCluster } from '@/server/host/runtime';
import { AppError, errorAnswer, toAppError } from '@/server/lib/report/errors';

/** An address that no page has. */
const NO_PAGE = '/no-such-page';

/**
 * What the server lets pass (`dashboard-server.ts`) comes here first, including requests for files: there is no matcher.
 * Only what Next redirects for its slashes does not. Pages are only for people who signed in, where people sign in; what
 * they show is guarded once more, by the handlers under `/api`. Next reads the nonce for its own scripts from the policy
 * in the request's headers; the layout reads it from `x-nonce`. A header says in which cluster of a hub a page is: by it,
 * `next.config.js` finds the page. Another one says that a page is asked for as a document: only that has its first
 * answers in it.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  try {
    return await admitted(request);
  } catch (thrown) {
    return refused(toAppError(thrown));
  }
}

/** @throws AppError why the request goes no further */
async function admitted(request: NextRequest): Promise<NextResponse> {
  const isWritten = isWellWritten(request.nextUrl.pathname);
  if (!isWritten && request.nextUrl.pathname.startsWith('/api/'))
    throw new AppError('bad-request', 'a % in the address stands for no character');
  refuseUnknownRoute(request.nextUrl.pathname);
  if (isPage(request) && !(await access().mayOpenPages(request))) return toSignIn(request);
  const place = placeInCluster(request.nextUrl.pathname);
  const moved =
    isWritten && formerPage(place?.path ?? request.nextUrl.pathname, request.nextUrl.searchParams);
  if (moved) {
    const address = new URL(pageIn(place?.cluster, moved), request.url);
    return NextResponse.redirect(address, { status: 307, headers: securityHeaders() });
  }
  if (request.nextUrl.pathname.startsWith('/api/')) {
    const headers = { ...securityHeaders(POLICY_OF_DATA), ...typeToCompress(request.nextUrl.pathname) };
    return NextResponse.next({ headers });
  }
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(nonce, { isDevelopment: isDevelopment() });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  headers.delete(CLUSTER_HEADER);
  headers.delete(DOCUMENT_HEADER);
  if (isPage(request) && /\btext\/html\b/.test(headers.get('accept') ?? ''))
    headers.set(DOCUMENT_HEADER, 'true');
  if (place && hasCluster(place.cluster)) headers.set(CLUSTER_HEADER, place.cluster);
  const answer = { request: { headers }, headers: securityHeaders(policy) };
  return isWritten ? NextResponse.next(answer) : NextResponse.rewrite(new URL(NO_PAGE, request.url), answer);
}

/** Programs ask below `/api`: a page that says so in HTML tells them nothing. @throws AppError `not-found` */
function refuseUnknownRoute(pathname: string): void {
  const [, route] = /^\/api(\/.*?)\/?$/.exec(pathname) ?? [];
  if (route !== undefined && !isRoute(route))
    throw new AppError('not-found', `the API has no route ${pathname}; docs/api.md lists them`);
}

/** Whether a request is for a page of its own, which shows a person what they may read. */
function isPage({ nextUrl: { pathname } }: NextRequest): boolean {
  return !/^\/(api|_next|metrics|login|favicon\.svg)(\/|$)/.test(pathname);
}

function toSignIn(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const address = new URL('/login', request.url);
  address.searchParams.set('next', pathname + search);
  return NextResponse.redirect(address, { status: 303, headers: securityHeaders() });
}

function refused(error: AppError): NextResponse {
  const { body, headers } = errorAnswer(error);
  return NextResponse.json(body, { status: error.status, headers: { ...securityHeaders(), ...headers } });
}

/**
 * Whether every % in a path encodes a character; Next decodes a path before pages could report that it does
 * not.
 */
function isWellWritten(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * The content type of API answers, set here too: Next stores a route handler's type in a form that its own
 * compression does not recognise, and drops its encoding header. Files to keep state their own.
 */
function typeToCompress(path: string): Record<string, string> {
  const isFile =
    /^\/api\/(clusters\/([^/]+\/)?)?([a-z]+\.(csv|zip)|(workloads|audit)\/export|replays\/[^/]+\/export)$/.test(
      path,
    );
  return isFile ? {} : { 'content-type': 'application/json' };
}
