import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { DOCUMENT_HEADER } from '@/components/api/early-answer';
import { formerPage } from '@/components/navigation/former-page';
import { isDevelopment } from '@/server/config';
import { CLUSTER_HEADER, pageIn, placeInCluster } from '@/server/contract/cluster-pages';
import { loginAddress } from '@/server/contract/place-after-login';
import { contentSecurityPolicy, securityHeaders } from '@/server/host/http/security-headers';
import { access, hasCluster } from '@/server/host/runtime';
import { isWellWritten } from '@/server/lib/http/well-written';
import { errorResponse, toAppError } from '@/server/lib/report/errors';

/** An address that no page has. */
const NO_PAGE = '/no-such-page';

/**
 * What the server hands on to Next (`api-server.ts`) comes here first, including requests for files: there is no matcher.
 * Only what Next redirects for its slashes does not. Pages are only for people who signed in, where people sign in; what
 * they show is guarded once more, by the handlers of the API. Next reads the nonce for its own scripts from the policy in
 * the request's headers; the layout reads it from `x-nonce`. A header says in which cluster of a hub a page is: by it,
 * `next.config.js` finds the page. Another one says that a page is asked for as a document: only that has its first
 * answers in it.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  try {
    return await admitted(request);
  } catch (thrown) {
    return errorResponse(toAppError(thrown), securityHeaders());
  }
}

/** @throws AppError why the request goes no further */
async function admitted(request: NextRequest): Promise<NextResponse> {
  // Next decodes a path before pages could report that it cannot be decoded.
  const isWritten = isWellWritten(request.nextUrl.pathname);
  if (isPage(request) && !(await access().mayOpenPages(request))) return toSignIn(request);
  const place = placeInCluster(request.nextUrl.pathname);
  const moved =
    isWritten && formerPage(place?.path ?? request.nextUrl.pathname, request.nextUrl.searchParams);
  if (moved) {
    const address = new URL(pageIn(place?.cluster, moved), request.url);
    return NextResponse.redirect(address, { status: 307, headers: securityHeaders() });
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

/** Whether a request is for a page of its own, which shows a person what they may read. */
function isPage({ nextUrl: { pathname } }: NextRequest): boolean {
  return !/^\/(api|_next|metrics|login|favicon\.svg)(\/|$)/.test(pathname);
}

function toSignIn(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const address = new URL(loginAddress(pathname + search), request.url);
  return NextResponse.redirect(address, { status: 303, headers: securityHeaders() });
}
