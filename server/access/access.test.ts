import { describe, expect, it } from 'vitest';
import { type Config, defaultConfig, readConfig } from '../config';
import type { KubeClient } from '../kube/client';
import { silentLogger } from '../lib/report/log';
import { ManualClock } from '../lib/time/clock';
import { Access, mayBeTold, RIGHTS, refuseOpenAccess } from '.';
import { LOGIN_LIMIT } from './login-limit';
import { SessionCookie } from './session-cookie';

const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-03-02T00:00:00Z');

function accessWith(settings: Partial<Config>, client?: KubeClient): Access {
  const around = {
    client: () => client,
    namespaces: async () => new Set<string>(),
    wallClock: new ManualClock(START_MS),
    log: silentLogger,
  };
  return new Access(defaultConfig(settings), around);
}

async function nameSeen(settings: Partial<Config>, headers: Record<string, string>) {
  const visit = await accessWith(settings).visitOf(new Request('http://localhost/', { headers }));
  return visit?.person.name;
}

describe('a dashboard that asks nobody who they are', () => {
  it.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('may listen on %s', (host) => {
    expect(() => refuseOpenAccess(defaultConfig({ host }))).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '10.0.0.7', 'plumbline.example.com'])('may not listen on %s', (host) => {
    expect(() => refuseOpenAccess(defaultConfig({ host }))).toThrow(/PLUMBLINE_AUTH=token/);
    expect(() => refuseOpenAccess(defaultConfig({ host, auth: 'none', identityHeader: 'x-user' }))).toThrow();
    expect(() => refuseOpenAccess(defaultConfig({ host, auth: 'token' }))).not.toThrow();
    expect(() => refuseOpenAccess(defaultConfig({ host, insecure: true }))).not.toThrow();
  });

  it('knows everyone as the local user', async () => {
    expect(await nameSeen({}, { 'x-user': 'ann' })).toBe('local');
  });
});

describe('a process without pages that listens on every address and asks nobody', () => {
  it.each([
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['::1', true],
    ['10.0.0.7', false],
    ['::ffff:10.0.0.7', false],
    ['', false],
  ])('tells of workloads to %s: %s', (peer, isTold) => {
    expect(mayBeTold(defaultConfig({ host: '0.0.0.0' }), peer)).toBe(isTold);
    expect(mayBeTold(defaultConfig({ host: '0.0.0.0', auth: 'token' }), peer)).toBe(true);
    expect(mayBeTold(defaultConfig({ host: '0.0.0.0', insecure: true }), peer)).toBe(true);
  });
});

describe('the user whom a proxy names', () => {
  const proxy = { auth: 'proxy', identityHeader: 'x-user', groupsHeader: 'x-groups' } as const;
  const byAddress = { ...proxy, proxyAddresses: ['10.1.0.0/16', 'fd00::7'] };
  const bySecret = { ...proxy, proxySecret: 'shared' };

  it.each([
    ['from a listed network', byAddress, { 'x-plumbline-peer': '10.1.2.3' }, 'ann'],
    [
      'from a listed address, as a socket for both versions writes it',
      byAddress,
      { 'x-plumbline-peer': '::ffff:10.1.2.3' },
      'ann',
    ],
    ['from a listed IPv6 address', byAddress, { 'x-plumbline-peer': 'fd00::7' }, 'ann'],
    ['from elsewhere', byAddress, { 'x-plumbline-peer': '10.2.0.1' }, undefined],
    [
      'from elsewhere, claiming a listed address',
      byAddress,
      { 'x-plumbline-peer': '10.2.0.1', 'x-forwarded-for': '10.1.2.3' },
      undefined,
    ],
    ['from nowhere', byAddress, {}, undefined],
    ['with the secret', bySecret, { 'x-plumbline-proxy-secret': 'shared' }, 'ann'],
    ['with another secret', bySecret, { 'x-plumbline-proxy-secret': 'guessed' }, undefined],
    ['without the secret', bySecret, {}, undefined],
    [
      'with the secret, from elsewhere',
      { ...byAddress, proxySecret: 'shared' },
      { 'x-plumbline-proxy-secret': 'shared', 'x-plumbline-peer': '10.2.0.1' },
      undefined,
    ],
  ])('counts or not: %s', async (_, settings, headers, name) => {
    expect(await nameSeen(settings, { 'x-user': 'ann', ...headers })).toBe(name);
  });

  it('has the groups that the proxy names', async () => {
    const headers = { 'x-user': ' ann ', 'x-groups': 'ops, dev,', 'x-plumbline-proxy-secret': 'shared' };
    const visit = await accessWith(bySecret).visitOf(new Request('http://localhost/', { headers }));
    expect(visit?.person).toEqual({ name: 'ann', groups: ['ops', 'dev'], isJudged: true });
  });

  it.each([
    ['system:admin', 'dev', undefined],
    ['system:kube-controller-manager', 'dev', undefined],
    ['ann', 'system:masters,dev,system:nodes, system:masters', ['dev']],
    [
      'ann',
      'system:authenticated,system:authenticated:oauth',
      ['system:authenticated', 'system:authenticated:oauth'],
    ],
    [
      'system:serviceaccount:ops:robot',
      'system:serviceaccounts,system:serviceaccounts:ops,system:serviceaccountsandmore',
      ['system:serviceaccounts', 'system:serviceaccounts:ops'],
    ],
  ])('has none of the names and groups of the cluster itself: %s in %s', async (name, named, groups) => {
    const headers = { 'x-user': name, 'x-groups': named, 'x-plumbline-proxy-secret': 'shared' };
    const visit = await accessWith(bySecret).visitOf(new Request('http://localhost/', { headers }));
    expect(visit?.person).toEqual(groups && { name, groups, isJudged: true });
  });

  it.each([
    ['with a proxy', bySecret],
    ['with the header alone', { identityHeader: 'x-user' }],
  ])('is never the one without a login, nor the program itself: %s', async (_, settings) => {
    for (const name of [
      'local',
      'Local',
      'plumbline',
      'graduation',
      // Written otherwise, or so that a page shows the same.
      'ｌｏｃａｌ',
      'lo\u{ad}cal',
      'ann\u{200b}',
      '\u{202e}nna',
      'ann\u{9b}31m',
      'a'.repeat(300),
    ].map((name) => Buffer.from(name).toString('latin1'))) {
      const headers = { 'x-user': name, 'x-plumbline-proxy-secret': 'shared' };
      expect(await nameSeen(settings, headers)).toBeUndefined();
    }
  });

  it.each(['анна', 'jürgen', 'ann'])('has the name and the groups of %s in any script', async (name) => {
    const bytes = Buffer.from(name, 'utf8').toString('latin1');
    const headers = { 'x-user': bytes, 'x-groups': `dev,${bytes}`, 'x-plumbline-proxy-secret': 'shared' };
    const visit = await accessWith(bySecret).visitOf(new Request('http://localhost/', { headers }));
    expect(visit?.person).toMatchObject({ name, groups: ['dev', name] });
  });

  it.each(['ann\u00a0', '\u3000ann', '\u2003ann'])('is not ann if the name is %j', async (name) => {
    const bytes = Buffer.from(name, 'utf8').toString('latin1');
    const headers = { 'x-user': bytes, 'x-groups': `dev, ${bytes}`, 'x-plumbline-proxy-secret': 'shared' };
    const visit = await accessWith(bySecret).visitOf(new Request('http://localhost/', { headers }));
    expect(visit?.person).toMatchObject({ name, groups: ['dev', name] });
  });

  it('has the name as it came, if that is no UTF-8', async () => {
    expect(await nameSeen(bySecret, { 'x-user': 'j\xfcrgen', 'x-plumbline-proxy-secret': 'shared' })).toBe(
      'jürgen',
    );
  });

  it('is believed from anyone with the identity header alone, as before there was a choice', async () => {
    expect(await nameSeen({ identityHeader: 'x-user' }, { 'x-user': ' ann ' })).toBe('ann');
    expect(await nameSeen({ identityHeader: 'x-user' }, { 'x-user': ' ' })).toBeUndefined();
  });

  it.each([
    ['no header', { auth: 'proxy', proxySecret: 's' }],
    ['nothing to know it by', proxy],
    ['an address that is none', { ...proxy, proxyAddresses: ['proxy.example.com'] }],
    ['a network that is none', { ...proxy, proxyAddresses: ['10.0.0.0/33'] }],
  ] as const)('is not possible with %s', (_, settings) => {
    expect(() => accessWith(settings as Partial<Config>)).toThrow(/PLUMBLINE_/);
  });
});

it('lets nobody in by a token of somebody whom the cluster calls as it calls those without a login', async () => {
  const user = { username: 'local', groups: ['dev'] };
  const client = { request: async () => ({ status: { authenticated: true, user } }) };
  const access = accessWith({ auth: 'token' }, client as unknown as KubeClient);
  const asked = new Request('http://localhost/', { headers: { authorization: 'Bearer abc' } });
  await expect(access.visitOf(asked)).rejects.toThrow(/nobody may sign in as local/);
});

it('asks what somebody may do by all that the cluster says of them, and keeps the answers of each apart', async () => {
  const specs: object[] = [];
  const people = new Map([
    ['abc', { username: 'ann', uid: '1', groups: ['dev'], extra: { 'example.com/scope': ['read'] } }],
    ['def', { username: 'ann', uid: '2', groups: ['dev'] }],
  ]);
  const client = {
    request: async (_method: string, path: string, { body }: { body: { spec: { token?: string } } }) => {
      if (path.endsWith('tokenreviews'))
        return { status: { authenticated: true, user: people.get(body.spec.token ?? '') } };
      specs.push(body.spec);
      return { status: { allowed: true } };
    },
  };
  const access = accessWith({ auth: 'token' }, client as unknown as KubeClient);
  const right = RIGHTS.stop({ namespace: 'shop' });
  for (const token of ['abc', 'def', 'abc']) {
    const asked = new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } });
    await access.admit(asked, [right]);
  }
  const groups = ['dev', 'system:authenticated'];
  expect(specs).toEqual([
    { user: 'ann', uid: '1', groups, extra: { 'example.com/scope': ['read'] }, resourceAttributes: right },
    { user: 'ann', uid: '2', groups, resourceAttributes: right },
  ]);
});

describe('tokens from one address', () => {
  const user = { username: 'ann' };
  const client = {
    request: async (_method: string, _path: string, { body }: { body: { spec: { token: string } } }) => ({
      status: { authenticated: body.spec.token.startsWith('good'), user },
    }),
  };
  function visitors() {
    const access = accessWith({ auth: 'token' }, client as unknown as KubeClient);
    return (token: string) =>
      access.visitOf(new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } }));
  }

  it('are known in spite of all the guesses from there, and no new one is taken', async () => {
    const visit = visitors();
    await visit('good');
    for (let guess = 0; guess < LOGIN_LIMIT; guess++) expect(await visit(`guess-${guess}`)).toBeUndefined();
    expect(await visit('good')).toMatchObject({ person: { name: 'ann' } });
    await expect(visit('good-but-new')).rejects.toMatchObject({ code: 'too-many-logins' });
  });

  it('fail once each, however often a hub sends that of somebody who is not known', async () => {
    const visit = visitors();
    for (let time = 0; time < 3 * LOGIN_LIMIT; time++)
      expect(await visit(`of-elsewhere-${time % 3}`)).toBeUndefined();
    expect(await visit('good-but-new')).toMatchObject({ person: { name: 'ann' } });
  });
});

const HTTP = { origin: 'http://plumbline.example.com', basePath: '' };
const HTTPS = { origin: 'https://plumbline.example.com', basePath: '' };

describe('a session cookie', () => {
  const keys = ['a'.repeat(32)] as const;
  const HOLDER = { token: 'secret-token' };
  const settings = { sessionLifeMs: 12 * HOUR_MS, sessionIdleMs: HOUR_MS };
  const sent = (written: string | undefined) => `other=1; ${written?.split(';')[0]}`;

  it('ends after the idle time, and after its life however much it is used', async () => {
    const clock = new ManualClock(START_MS);
    const cookies = new SessionCookie(settings, keys, clock);
    let header = sent(await cookies.written(HOLDER, START_MS, HTTP));
    expect(await cookies.read(header, HTTP)).toMatchObject({ holder: HOLDER });
    const idle = header;
    for (let halves = 1; halves < 24; halves++) {
      await clock.advance(HOUR_MS / 2);
      const session = await cookies.read(header, HTTP);
      expect(session && cookies.isDue(session)).toBe(true);
      header = sent(await cookies.written(HOLDER, session?.sinceMs ?? 0, HTTP));
    }
    expect(await cookies.read(idle, HTTP)).toBeUndefined();
    await clock.advance(HOUR_MS / 2);
    expect(await cookies.read(header, HTTP)).toBeUndefined();
  });

  it('is unreadable once a byte of it changed', async () => {
    const cookies = new SessionCookie(settings, keys, new ManualClock(START_MS));
    const header = sent(await cookies.written(HOLDER, START_MS, HTTP));
    const at = header.length - 30;
    const changed = `${header.slice(0, at)}${header[at] === 'A' ? 'B' : 'A'}${header.slice(at + 1)}`;
    expect(await cookies.read(changed, HTTP)).toBeUndefined();
  });

  it('is found among others of its name, as other sites of the domain may set them, however many', async () => {
    const cookies = new SessionCookie(settings, keys, new ManualClock(START_MS));
    const header = sent(await cookies.written(HOLDER, START_MS, HTTP));
    const others = ['plumbline_session=', ...Array(300).fill('plumbline_session=forged')].join('; ');
    expect(await cookies.read(`${others}; ${header}`, HTTP)).toMatchObject({ holder: HOLDER });
  });

  it('has over https a name that no other site can set, and none else counts there', async () => {
    const cookies = new SessionCookie(settings, keys, new ManualClock(START_MS));
    const written = await cookies.written(HOLDER, START_MS, HTTPS);
    expect(written).toMatch(/^__Host-plumbline_session=\S+; Path=\/; HttpOnly; .*; Secure$/);
    expect(await cookies.read(sent(written), HTTPS)).toMatchObject({ holder: HOLDER });
    expect(await cookies.read(sent(written).replace('__Host-', ''), HTTPS)).toBeUndefined();
    expect(cookies.removed(HTTPS)).toMatch(/^__Host-plumbline_session=; Path=\/; .*Max-Age=0; Secure$/);
  });

  it('goes below a path to nothing else on the host, and is told from that of another path', async () => {
    const cookies = new SessionCookie(settings, keys, new ManualClock(START_MS));
    const below = { ...HTTPS, basePath: '/tools/plumbline' };
    const written = await cookies.written(HOLDER, START_MS, below);
    expect(written).toMatch(
      /^__Secure-plumbline_session=\S+; Path=\/tools\/plumbline; HttpOnly; .*; Secure$/,
    );
    expect(await cookies.read(sent(written), below)).toMatchObject({ holder: HOLDER });
    expect(cookies.removed(below)).toContain('; Path=/tools/plumbline; ');
    expect(await cookies.written(HOLDER, START_MS, { ...below, origin: HTTP.origin })).toMatch(
      /^plumbline_session=\S+; Path=\/tools\/plumbline; /,
    );
  });

  it('counts from a replica whose clock is a little ahead, and not from tomorrow', async () => {
    const clock = new ManualClock(START_MS);
    const readBy = async (aheadMs: number) => {
      const ahead = new SessionCookie(settings, keys, new ManualClock(START_MS + aheadMs));
      const header = sent(await ahead.written(HOLDER, START_MS + aheadMs, HTTP));
      return new SessionCookie(settings, keys, clock).read(header, HTTP);
    };
    expect(await readBy(30_000)).toMatchObject({ holder: HOLDER });
    expect(await readBy(HOUR_MS)).toBeUndefined();
  });

  it('is not written for a token that no browser would keep', async () => {
    const cookies = new SessionCookie(settings, keys, new ManualClock(START_MS));
    expect(await cookies.written({ token: 't'.repeat(8_000) }, START_MS, HTTP)).toBeUndefined();
  });

  it('has keys that are long, and that no message repeats', () => {
    const read = () => readConfig({ PLUMBLINE_SESSION_KEYS: 'short-key' });
    expect(read).toThrow(/at least 32 characters/);
    expect(read).not.toThrow(/short-key/);
  });
});
