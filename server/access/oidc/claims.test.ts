import { describe, expect, it } from 'vitest';
import { areEnough, type ClaimSettings, type Claims, holderOf } from './claims';

const SETTINGS: ClaimSettings = {
  oidcUserClaim: 'email',
  oidcGroupsClaim: 'groups',
  oidcUserPrefix: '',
  oidcGroupsPrefix: '',
};

describe('whom the claims of an identity provider name', () => {
  it.each<[string, Claims, Partial<ClaimSettings>, object]>([
    [
      'an address and groups',
      { email: 'ann@example.com', groups: ['ops', 'dev', 'ops'] },
      {},
      { name: 'ann@example.com', groups: ['ops', 'dev'] },
    ],
    [
      'one group',
      { email: 'ann@example.com', groups: 'ops' },
      {},
      { name: 'ann@example.com', groups: ['ops'] },
    ],
    ['no groups', { email: 'ann@example.com' }, {}, { name: 'ann@example.com', groups: [] }],
    [
      'a verified address',
      { email: 'ann@example.com', email_verified: true },
      {},
      { name: 'ann@example.com', groups: [] },
    ],
    [
      'prefixes',
      { sub: '17', groups: ['ops'] },
      { oidcUserClaim: 'sub', oidcUserPrefix: 'oidc:', oidcGroupsPrefix: 'oidc:' },
      { name: 'oidc:17', groups: ['oidc:ops'] },
    ],
    [
      'groups that nobody asks for',
      { sub: '17', groups: ['ops'] },
      { oidcUserClaim: 'sub', oidcGroupsClaim: '' },
      { name: '17', groups: [] },
    ],
    [
      'groups that Kubernetes keeps for itself, and none at all',
      { email: 'ann@example.com', groups: ['system:masters', '', 7, null, 'a\nb', 'ops', 'x'.repeat(300)] },
      {},
      { name: 'ann@example.com', groups: ['ops'] },
    ],
  ])('is told by %s', (_, claims, settings, holder) => {
    expect(holderOf(claims, { ...SETTINGS, ...settings })).toEqual(holder);
  });

  it.each<[string, Claims, Partial<ClaimSettings>]>([
    ['no such claim', { sub: '17' }, {}],
    ['an empty name', { email: ' ' }, {}],
    ['a name that is no text', { email: ['ann@example.com'] }, {}],
    ['a name with a line break', { email: 'ann\r\nImpersonate-Group: system:masters' }, {}],
    ['an address that is not verified', { email: 'ann@example.com', email_verified: false }, {}],
    ['an address that is verified in words', { email: 'ann@example.com', email_verified: 'false' }, {}],
    ['the name of whoever needs no login', { sub: 'local' }, { oidcUserClaim: 'sub' }],
    ['a name that becomes it', { sub: 'cal' }, { oidcUserClaim: 'sub', oidcUserPrefix: 'lo' }],
    ['the name of the program', { sub: 'Plumbline' }, { oidcUserClaim: 'sub' }],
    ['a name of Kubernetes', { sub: 'system:admin' }, { oidcUserClaim: 'sub' }],
    [
      'a name that becomes one of Kubernetes',
      { sub: 'admin' },
      { oidcUserClaim: 'sub', oidcUserPrefix: 'system:' },
    ],
  ])('is nobody with %s', (_, claims, settings) => {
    expect(() => holderOf(claims, { ...SETTINGS, ...settings })).toThrow(
      expect.objectContaining({ problem: 'nameless' }),
    );
  });

  it('is asked further while a claim lacks', () => {
    expect(areEnough({ email: 'a' }, SETTINGS)).toBe(false);
    expect(areEnough({ email: 'a' }, { ...SETTINGS, oidcGroupsClaim: '' })).toBe(true);
    expect(areEnough({ email: 'a', groups: [] }, SETTINGS)).toBe(true);
  });
});
