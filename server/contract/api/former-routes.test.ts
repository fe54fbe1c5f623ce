import { describe, expect, it } from 'vitest';
import { nameInEveryVersion, presentName, presentPath } from './former-routes';
import { API_ROUTES } from './routes';

describe('routes by a former name', () => {
  it.each([
    ['/api/policies', '/api/rules'],
    ['/api/v1/policies/small', '/api/v1/rules/small'],
    ['/api/policies/policies/preview', '/api/rules/policies/preview'],
    ['/api/v1/policy-drafts/preview', '/api/v1/rule-drafts/preview'],
    ['/api/policy-objects', '/api/rule-objects'],
    ['/api/telling/test', '/api/messages/test'],
  ])('%s is %s', (former, present) => {
    expect(presentPath(former)).toBe(present);
  });

  it.each(['/api/rules', '/api/policiesx', '/policies', '/telling', '/api/clusters/eu-1/policies', '/api/'])(
    '%s stays as it is',
    (path) => {
      expect(presentPath(path)).toBe(path);
    },
  );

  it('names each of a present route, and leads back to it', () => {
    for (const present of ['rules', 'rule-drafts', 'rule-objects', 'messages']) {
      expect(API_ROUTES.map(({ path }) => path)).toContain(`/${present}`);
      expect(presentName(nameInEveryVersion(present))).toBe(present);
    }
  });
});
