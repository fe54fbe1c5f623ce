import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HubOf } from '../../tests/support/hub-of';

let rig: HubOf;
beforeEach(() => {
  rig = new HubOf();
});
afterEach(() => rig.close());

const REVIEWS = '{ kind: token, reviews: true }';
const digest = (text = '') => createHash('sha256').update(text).digest('hex');

/** A cluster that knows one token. */
const knows =
  (token: string, user: unknown): RequestListener =>
  ({ headers }, response) => {
    const isKnown = digest(headers.authorization) === digest(`Bearer ${token}`);
    response
      .writeHead(isKnown ? 200 : 401)
      .end(JSON.stringify(isKnown ? { user, groups: ['dev'], changesAs: 'token' } : {}));
  };

const hubOf = (addresses: Record<string, string>, signOn = REVIEWS) => rig.hub(addresses, { signOn });

describe('whose token one is, at a hub without a cluster', () => {
  it('says the first of the trusted clusters that knows it', async () => {
    const hub = hubOf({
      a: await rig.member(knows('of-bob', 'bob')),
      b: await rig.member(knows('of-ada', 'ada')),
    });
    expect(await hub.whoseToken('of-ada')).toEqual({ name: 'ada', groups: ['dev'] });
    expect(await hub.whoseToken('of-nobody')).toBeUndefined();
  });

  it('is not asked of a cluster that the file does not trust with that', async () => {
    const asked = vi.fn(knows('of-ada', 'ada'));
    const hub = hubOf({ a: await rig.member(asked) }, '{ kind: token }');
    expect(await hub.whoseToken('of-ada')).toBeUndefined();
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    ['is away', 'http://127.0.0.1:1'],
    ['names nobody', undefined],
  ])('stays unknown, not refused, while one %s', async (_, url) => {
    const hub = hubOf({
      a: url ?? (await rig.member(knows('of-ada', { admin: true }))),
      b: await rig.member(knows('of-bob', 'bob')),
    });
    await expect(hub.whoseToken('of-ada')).rejects.toThrow('those that review tokens do not answer');
    expect(await hub.whoseToken('of-bob')).toMatchObject({ name: 'bob' });
  });
});
