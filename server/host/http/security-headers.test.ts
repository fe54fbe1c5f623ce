import { expect, it } from 'vitest';
import { contentSecurityPolicy } from './security-headers';

it('lets nothing be evaluated, and no style in but by the nonce', () => {
  const policy = contentSecurityPolicy('abc');
  expect(policy).toContain("script-src 'self' 'nonce-abc';");
  expect(policy).toContain("style-src 'self' 'nonce-abc';");
  expect(policy).not.toContain('unsafe-eval');
});

it('lets React evaluate and Next style its overlay in development', () => {
  const policy = contentSecurityPolicy('abc', { isDevelopment: true });
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'unsafe-eval';");
  // Beside a nonce, browsers pass over unsafe-inline.
  expect(policy).toContain("style-src 'self' 'unsafe-inline';");
});
