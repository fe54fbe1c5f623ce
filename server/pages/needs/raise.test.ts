import { describe, expect, it } from 'vitest';
import type { Cap, OtherBounds } from '../../contract/recommendations';
import { raiseForm, raiseText } from './raise';

const MIB = 2 ** 20;
const [TARGET, NEEDS] = [256 * MIB, 933 * MIB];
const QUOTA = { quota: 'compute', of: 'requests', by: 300 * MIB } as const;

/** Every cap for which people are told to raise something; a new one must be here, or this does not compile. */
const RAISED: Readonly<Record<Cap['by'], string>> = {
  policy: 'Raise `maxAllowed.memory` of app in the policy to at least',
  'limit-range': 'Raise the maximum of memory in the LimitRange of the namespace to at least',
  limit: 'Raise the memory limit of app to at least',
  pod: 'Raise what the pods state of memory as a whole so that app can have',
  setting: "Raise the most memory that Plumbline's settings allow a container to at least",
  'largest-node': 'Add a node that can give a pod at least',
  'room-now': 'Add a node, or lower the requests of other pods: no node has',
};
const OTHERS: Readonly<Record<keyof OtherBounds, string>> = {
  policy: 'The policy lets it have no more.',
  setting: 'A setting lets it have no more.',
  'limit-range': 'The LimitRange lets it have no more.',
  node: 'Nodes let it have no more.',
};
const CAPS = Object.keys(RAISED) as Cap['by'][];
const BOUNDS = Object.keys(OTHERS) as (keyof OtherBounds)[];

const told = (by: Cap['by'], cap: Pick<Cap, 'others' | 'quota'> = {}) =>
  raiseText({ container: 'app', resource: 'memory', by, target: TARGET, needs: NEEDS }, cap);
const isOwn = (by: Cap['by'], other: keyof OtherBounds) =>
  by === other || (other === 'node' && (by === 'largest-node' || by === 'room-now'));
const PAIRS = CAPS.flatMap((by) =>
  BOUNDS.flatMap((other) => (isOwn(by, other) ? [] : [[by, other] as const])),
);

describe('the form that raises it', () => {
  const form = (by: Cap['by'], cap: Pick<Cap, 'others' | 'quota'> = {}) =>
    raiseForm({ container: 'app', resource: 'memory', by, target: TARGET, needs: NEEDS }, cap);

  it('is filled in with what is needed, or with all that something else allows', () => {
    const filled = (maxMemory: string, words: string) => ({
      label: `Raise to ${words}…`,
      fill: { container: 'app', maxMemory },
    });
    expect(form('policy')).toEqual(filled('933Mi', '933 MiB'));
    expect(form('policy', { others: { node: 500 * MIB } })).toEqual(filled('500Mi', '500 MiB'));
  });

  it.each(CAPS.filter((by) => by !== 'policy'))('is none for %s, which no policy raises', (by) => {
    expect(form(by)).toBeUndefined();
  });

  it('is none where the maximum alone changes nothing', () => {
    expect(form('policy', { quota: QUOTA })).toBeUndefined();
    for (const other of BOUNDS.filter((one) => one !== 'policy'))
      expect(form('policy', { others: { [other]: TARGET } })).toBeUndefined();
  });
});

describe('a container that leaks', () => {
  const HOUR_MS = 3_600_000;
  const leak = {
    bytesPerHour: 90 * MIB,
    lives: 4,
    killedAfterMs: 6 * HOUR_MS,
    lifeMs: 24 * HOUR_MS,
    mostBytes: 2600 * MIB,
  };
  const raise = { container: 'app', resource: 'memory', by: 'policy', target: TARGET, needs: NEEDS } as const;

  it('is told to be mended first, and is given no less than lets it live as long as it should', () => {
    expect(raiseText(raise, { leak })).toBe(
      'Mend the leak: more memory only delays the kill. To let it live 1 d until then: raise `maxAllowed.memory` of app in the policy to at least 2.54 GiB.',
    );
    expect(raiseForm(raise, { leak })?.fill).toEqual({ container: 'app', maxMemory: '2600Mi' });
  });

  it('lives longer, and no day, where something allows it less', () => {
    const bounds = { leak, others: { node: 1024 * MIB } };
    expect(raiseText(raise, bounds)).toContain('To let it live longer until then: raise');
    expect(raiseText(raise, bounds)).toContain('Nodes let it have no more.');
    expect(raiseForm(raise, bounds)?.fill).toEqual({ container: 'app', maxMemory: '1Gi' });
  });

  it('is a reason neither for a node nor for an amount that none has', () => {
    const mend = 'Mend the leak: more memory only delays the kill.';
    for (const by of ['largest-node', 'room-now'] as const)
      expect(raiseText({ ...raise, by }, { leak })).toBe(mend);
    expect(raiseText(raise, { leak, others: { node: TARGET } })).toBe(mend);
    const endless = { ...leak, killedAfterMs: 2 * HOUR_MS, mostBytes: 1.6 * 2 ** 40 };
    expect(raiseText(raise, { leak: endless })).toBe(mend);
    expect(raiseForm(raise, { leak: endless })).toBeUndefined();
  });

  it('is offered no memory where it is killed every few minutes', () => {
    const fast = { ...leak, killedAfterMs: HOUR_MS / 4 };
    expect(raiseText(raise, { leak: fast })).toBe('Mend the leak: more memory only delays the kill.');
    expect(raiseForm(raise, { leak: fast })).toBeUndefined();
  });
});

describe('what people are told to raise', () => {
  it.each(CAPS)('%s: to what is needed, if nothing else is in the way', (by) => {
    expect(told(by)).toMatch(RAISED[by]);
    expect(told(by)).toContain('933 MiB');
  });

  it.each(PAIRS)('%s: no further than %s allows, and says so', (by, other) => {
    const text = told(by, { others: { [other]: 500 * MIB } });
    expect(text).toContain(RAISED[by]);
    expect(text).toContain('500 MiB');
    expect(text).not.toContain('933 MiB');
    expect(text).toMatch(OTHERS[other]);
  });

  it.each(PAIRS)('%s: not alone, where %s allows no more than it has', (by, other) => {
    const text = told(by, { others: { [other]: TARGET } });
    if (other === 'node')
      expect(text).toMatch(/^Nodes let app have no more than 256 MiB of memory: add a larger node/);
    else {
      expect(text).toContain(RAISED[by]);
      expect(text).toContain(RAISED[other]);
    }
  });

  it.each(CAPS)('%s: after the quota, where that has no room', (by) => {
    const text = told(by, { quota: QUOTA });
    expect(text).toContain(
      'Raise `requests.memory` of ResourceQuota compute by at least 300 MiB first: it has no room for app with 933 MiB.',
    );
    const isOfNodes = by === 'largest-node' || by === 'room-now';
    expect(text.startsWith(RAISED[by])).toBe(isOfNodes);
  });
});

describe('a container that is killed for memory without a limit', () => {
  const told = (by: Cap['by'], others: OtherBounds = {}) =>
    raiseText(
      { container: 'app', resource: 'memory', by, target: TARGET, needs: NEEDS },
      { others, takesItsNode: true },
    );

  it.each(['largest-node', 'room-now'] as const)('is told so, and not to add a node, for %s', (by) => {
    expect(told(by)).toBe(
      'It has no memory limit, so it takes what its node has, whatever it requests: mend what makes it grow, or give it a limit, so that its neighbours are safe.',
    );
  });

  it('is told so where nodes allow no more than its policy, and else what to raise', () => {
    expect(told('policy', { node: TARGET })).toMatch(/^It has no memory limit/);
    expect(told('policy')).toContain(RAISED.policy);
  });
});
