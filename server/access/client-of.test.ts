import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../config';
import { silentLogger } from '../lib/report/log';
import { ManualClock } from '../lib/time/clock';
import { Access } from '.';

const PROXY = '10.1.0.1';
/** As many as one client may send at once. */
const MOST = 10;

/** How many of these requests are answered; each through the proxy, which forwards for the address. */
function answered(
  forwarded: readonly string[],
  { peer = PROXY, proxies = [PROXY, '10.1.0.2', '127.0.0.1'] } = {},
) {
  const access = new Access(defaultConfig({ proxyAddresses: proxies, requestsPerClient: MOST / 10 }), {
    client: () => undefined,
    namespaces: async () => new Set<string>(),
    wallClock: new ManualClock(0),
    log: silentLogger,
  });
  const headersOf = (address: string) =>
    new Headers({ 'x-plumbline-peer': peer, 'x-forwarded-for': address });
  return forwarded.filter((address) => !access.refusalOfClient(headersOf(address))).length;
}

const each = (address: (index: number) => string) =>
  Array.from({ length: 3 * MOST }, (_, index) => address(index));

describe('requests that a listed proxy forwards', () => {
  it.each([
    ['one address', each(() => '192.0.2.1')],
    ['one address, whatever the client says before it', each((index) => `192.0.2.${index}, 198.51.100.1`)],
    ['one address from many ports', each((index) => `192.0.2.1:${1000 + index}`)],
    ['one address in both notations', each((index) => (index % 2 ? '::ffff:192.0.2.1' : '192.0.2.1'))],
    ['one IPv6 network of a customer', each((index) => `2001:db8:0:1:${index}::1`)],
    ['one IPv6 network, with ports', each((index) => `[2001:db8:0:1::${index}]:443`)],
    ['no address', each((index) => `word${index}`)],
    ['an empty last place', each((index) => `192.0.2.${index}, `)],
    ['this machine, as the proxy sees it', each(() => '127.0.0.1')],
  ])('count as those of one client, if for %s', (_, forwarded) => {
    expect(answered(forwarded)).toBe(MOST);
  });

  it('count as those of one client for no address, also through a proxy on this machine', () => {
    expect(
      answered(
        each((index) => `word${index}`),
        { peer: '127.0.0.1' },
      ),
    ).toBe(MOST);
  });

  it.each([
    ['many addresses', each((index) => `192.0.2.${index}`)],
    ['many addresses, through two listed proxies', each((index) => `192.0.2.${index}, 10.1.0.2`)],
    ['many IPv6 networks', each((index) => `2001:db8:0:${index.toString(16)}::1`)],
  ])('count as those of many, if for %s', (_, forwarded) => {
    expect(answered(forwarded)).toBe(forwarded.length);
  });
});

it('counts as those of one client requests behind two proxies on this machine', () => {
  const { length } = each(() => '');
  const forwarded = Array.from({ length }, () => '192.0.2.1, 127.0.0.1');
  expect(answered(forwarded, { peer: '127.0.0.1' })).toBe(MOST);
});

it('counts requests from elsewhere as those of the other end, whomever they name', () => {
  expect(
    answered(
      each((index) => `192.0.2.${index}`),
      { peer: '10.2.0.1' },
    ),
  ).toBe(MOST);
  expect(
    answered(
      each((index) => `192.0.2.${index}`),
      { peer: '2001:db8::7' },
    ),
  ).toBe(MOST);
});

it.each([[[PROXY]], [[PROXY, '127.0.0.1']]])(
  'counts no requests of this machine, with %s listed',
  (proxies) => {
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::1'])
      expect(
        answered(
          each(() => address),
          { peer: '127.0.0.1', proxies },
        ),
      ).toBe(3 * MOST);
    expect(
      answered(
        each(() => '192.0.2.1'),
        { peer: '127.0.0.1', proxies: [PROXY] },
      ),
    ).toBe(3 * MOST);
  },
);

describe('requests from the address of a hub', () => {
  const SECRET = 'of-the-hub';
  const answeredTo = (people: readonly string[], secret = SECRET) => {
    const settings = {
      auth: 'proxy',
      proxySecret: SECRET,
      identityHeader: 'x-user',
      requestsPerClient: MOST / 10,
    } as const;
    const access = new Access(defaultConfig(settings), {
      client: () => undefined,
      namespaces: async () => new Set<string>(),
      wallClock: new ManualClock(0),
      log: silentLogger,
    });
    const headersOf = (person: string) =>
      new Headers({ 'x-plumbline-peer': PROXY, 'x-user': person, 'x-plumbline-proxy-secret': secret });
    return people.filter((person) => !access.refusalOfClient(headersOf(person))).length;
  };

  it('count for each person alone', () => {
    expect(answeredTo(each(() => 'ada'))).toBe(MOST);
    expect(answeredTo(each((index) => `person-${index % 3}`))).toBe(3 * MOST);
  });

  it('count as those of one client, whomever they name, without the secret', () => {
    expect(
      answeredTo(
        each((index) => `person-${index}`),
        'guessed',
      ),
    ).toBe(MOST);
  });
});
