import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { configFromProcess } from '@/server/config';
import { AppError, type ErrorBody } from '@/server/errors';
import { allowedHosts, requestRefusal } from '@/server/process/request-guard';
import { contentSecurityPolicy, securityHeaders } from '@/server/process/security-headers';

/** An address that no page has. */
const NO_PAGE = '/no-such-page';

let allowed: readonly string[] | undefined;

/**
 * Every request passes here first, including those for files: there is no matcher. Next reads the nonce for
 * its own scripts from the policy in the request's headers; the layout reads it from `x-nonce`.
 */
export function proxy(request: NextRequest): NextResponse {
  allowed ??= allowedHosts(configFromProcess());
  const refusal = requestRefusal(
    {
      method: request.method,
      path: request.nextUrl.pathname,
      header: (name) => request.headers.get(name),
    },
    allowed,
  );
  if (refusal) return refused(refusal);
  const isWritten = isWellWritten(request.nextUrl.pathname);
  if (!isWritten && request.nextUrl.pathname.startsWith('/api/'))
    return refused(new AppError('bad-request', 'a % in the address stands for no character'));
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const answer = {
    request: { headers },
    headers: { ...securityHeaders(policy), ...typeToCompress(request.nextUrl.pathname) },
  };
  return isWritten ? NextResponse.next(answer) : NextResponse.rewrite(new URL(NO_PAGE, request.url), answer);
}

function refused({ code, message, fields, status }: AppError): NextResponse {
  const body: ErrorBody = { code, message, fields };
  return NextResponse.json(body, { status, headers: securityHeaders() });
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
 * compression does not recognise, and drops its encoding header.
 */
function typeToCompress(path: string): Record<string, string> {
  return path.startsWith('/api/') ? { 'content-type': 'application/json' } : {};
}
