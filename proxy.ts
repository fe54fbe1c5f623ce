import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { configFromProcess } from '@/server/config';
import type { ErrorBody } from '@/server/errors';
import { allowedHosts, refusalOf } from '@/server/process/request-guard';
import { contentSecurityPolicy, securityHeaders } from '@/server/process/security-headers';

let allowed: readonly string[] | undefined;

/**
 * Every request passes here first, including those for files: there is no matcher. Next reads the nonce for
 * its own scripts from the policy in the request's headers; the layout reads it from `x-nonce`.
 */
export function proxy(request: NextRequest): NextResponse {
  allowed ??= allowedHosts(configFromProcess());
  const refusal = refusalOf(
    {
      method: request.method,
      path: request.nextUrl.pathname,
      header: (name) => request.headers.get(name),
    },
    allowed,
  );
  if (refusal) {
    const { code, message, fields, status } = refusal;
    return NextResponse.json({ code, message, fields } satisfies ErrorBody, {
      status,
      headers: securityHeaders(),
    });
  }
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  return NextResponse.next({
    request: { headers },
    headers: { ...securityHeaders(policy), ...typeToCompress(request.nextUrl.pathname) },
  });
}

/**
 * The content type of API answers, set here too: Next stores a route handler's type in a form that its own
 * compression does not recognise, and drops its encoding header.
 */
function typeToCompress(path: string): Record<string, string> {
  return path.startsWith('/api/') ? { 'content-type': 'application/json' } : {};
}
