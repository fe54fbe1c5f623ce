import { describe, expect, it } from 'vitest';
import { signOnHeaders } from './signing-on';

const around = { name: 'a', url: 'https://a', labels: {} };
const byToken = { ...around, signOn: { kind: 'token', sharesTokens: true } } as const;
const asProxy = {
  ...around,
  signOn: { kind: 'proxy', secret: 's', userHeader: 'X-User', groupsHeader: 'X-Groups' },
} as const;

describe('signing on at a member', () => {
  it('takes the token of the person, and none of anybody else', () => {
    const ada = { name: 'ada', groups: [] };
    expect(signOnHeaders(byToken, { ...ada, token: 't' })).toEqual({
      headers: { authorization: 'Bearer t' },
    });
    expect(signOnHeaders(byToken, ada)).toEqual({ fault: 'no-token' });
  });

  it('sends a token to no cluster of which the file does not say that it shares or reviews them', () => {
    const ada = { name: 'ada', groups: [], token: 't' };
    const signOnOf = (signOn: object) => signOnHeaders({ ...around, signOn } as never, ada);
    expect(signOnOf({ kind: 'token' })).toEqual({ fault: 'token-not-shared' });
    expect(signOnOf({ kind: 'token', reviews: true })).toHaveProperty('headers');
    expect(signOnOf({ kind: 'token', sharesTokens: true })).toHaveProperty('headers');
  });

  it('names the person and their groups as a proxy, and shows no token', () => {
    expect(signOnHeaders(asProxy, { name: 'zoë', groups: ['dev', 'ops'], token: 't' })).toEqual({
      headers: { 'x-plumbline-proxy-secret': 's', 'x-user': 'zoÃ«', 'x-groups': 'dev,ops' },
    });
  });

  it.each([
    'dev,admins',
    ' admins',
    'admins ',
    '\tadmins',
    'system:serviceaccounts',
    'system:serviceaccounts:shop',
  ])('leaves out the group "%s", which is another at the member', (group) => {
    expect(signOnHeaders(asProxy, { name: 'ada', groups: [group, 'ops'] })).toMatchObject({
      headers: { 'x-groups': 'ops' },
    });
  });

  it('names no account of the own cluster to another, which may have one by that name', () => {
    const robot = { name: 'system:serviceaccount:shop:robot', groups: [], token: 't' };
    expect(signOnHeaders(asProxy, robot)).toEqual({ fault: 'account' });
    expect(signOnHeaders(byToken, robot)).toEqual({ headers: { authorization: 'Bearer t' } });
  });

  it.each([byToken, asProxy])('asks for nobody who is not known', (member) => {
    expect(signOnHeaders(member, { name: undefined, groups: [], token: 't' })).toEqual({ fault: 'nameless' });
  });
});
