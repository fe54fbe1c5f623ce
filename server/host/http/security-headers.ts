/**
 * The content security policy of every answer. Scripts and style sheets come from here or carry the page's
 * nonce. Style attributes are allowed: components and charts position things by them in the HTML. In development React
 * evaluates texts to show where something was called, and Next's own overlay has styles without a nonce.
 */
export function contentSecurityPolicy(nonce?: string, { isDevelopment = false } = {}): string {
  const once = nonce ? ` 'nonce-${nonce}'` : '';
  return [
    "default-src 'none'",
    `script-src 'self'${once}${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : once}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The same of an answer that is no page and that nothing is loaded for: pages poll, and every byte comes each time. */
export const POLICY_OF_DATA = "default-src 'none'; frame-ancestors 'none'";

/** The headers of every answer. `policy` is the content security policy. */
export function securityHeaders(policy = contentSecurityPolicy()): Record<string, string> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
