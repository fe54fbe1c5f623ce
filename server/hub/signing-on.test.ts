import { describe, expect, it } from 'vitest';
import { signOnHeaders } from './signing-on';

const around = { name: 'a', url: 'https://a', labels: {} };
const byToken = { ...around, signOn: { kind: 'token' } } as const;
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

  it('names the person and their groups as a proxy, and shows no token', () => {
    expect(signOnHeaders(asProxy, { name: 'zoë', groups: ['dev', 'ops'], token: 't' })).toEqual({
      headers: { 'x-plumbline-proxy-secret': 's', 'x-user': 'zoÃ«', 'x-groups': 'dev,ops' },
    });
  });

  it('leaves out a group that would be two at the member', () => {
    expect(signOnHeaders(asProxy, { name: 'ada', groups: ['dev,admins', 'ops'] })).toMatchObject({
      headers: { 'x-groups': 'ops' },
    });
  });

  it.each([byToken, asProxy])('asks for nobody who is not known', (member) => {
    expect(signOnHeaders(member, { name: undefined, groups: [], token: 't' })).toEqual({ fault: 'nameless' });
  });
});
