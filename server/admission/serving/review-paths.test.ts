import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../lib/time/clock';
import { isSecretPath, ReviewPaths, secretPathOf } from './review-paths';

const FIRST = { certPem: 'certificate 1', keyPem: 'key 1', caPem: '' };
const SECOND = { certPem: 'certificate 2', keyPem: 'key 2', caPem: '' };
const [first, second] = [secretPathOf(FIRST), secretPathOf(SECOND)];
const MINUTE_MS = 60_000;

function serving(): { paths: ReviewPaths; pass: (ms: number) => void } {
  const clock = new ManualClock(0);
  const paths = new ReviewPaths(clock);
  paths.use(FIRST);
  return {
    paths,
    pass: (ms) => {
      clock.advance(ms);
      paths.forgetOld();
    },
  };
}

describe('the path of reviews', () => {
  it('belongs to certificate and key, and API servers accept it', () => {
    expect(secretPathOf({ ...FIRST })).toBe(first);
    expect(new Set([first, second, secretPathOf({ ...FIRST, certPem: 'renewed' })]).size).toBe(3);
    for (const step of first.slice(1).split('/'))
      expect(step).toMatch(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/);
    expect(isSecretPath(first)).toBe(true);
  });

  it.each(['/mutate', '/mutate/', '/mutate/short', '/other/0123456789abcdef0123456789abcdef', '/'])(
    '%s is no secret',
    (path) => expect(isSecretPath(path)).toBe(false),
  );

  it('is registered at once where nothing is, and proves the API server', () => {
    const { paths } = serving();
    expect(paths.toRegister(undefined)).toBe(first);
    expect(paths.proves(first)).toBe(true);
    for (const guess of ['/mutate', `${first}/`, first.slice(0, -1), second, ''])
      expect(paths.proves(guess)).toBe(false);
  });

  it('changes with the certificates only once other replicas had time to read them', () => {
    const { paths, pass } = serving();
    paths.toRegister(undefined);
    pass(60 * MINUTE_MS);
    paths.use(SECOND);
    expect(paths.toRegister(first)).toBe(first);
    expect([paths.proves(first), paths.proves(second)]).toEqual([true, true]);
    pass(2 * MINUTE_MS);
    expect(paths.toRegister(first)).toBe(second);
    expect(paths.proves(first)).toBe(true);
  });

  it('that was replaced counts for another minute', () => {
    const { paths, pass } = serving();
    paths.toRegister(undefined);
    paths.use(SECOND);
    pass(2 * MINUTE_MS);
    paths.toRegister(first);
    pass(MINUTE_MS);
    expect([paths.proves(first), paths.proves(second)]).toEqual([false, true]);
  });

  it('of a replica that renewed first is left in place by one that has not read that yet, and by one that started since', () => {
    const { paths, pass } = serving();
    paths.toRegister(undefined);
    pass(MINUTE_MS);
    paths.use(SECOND);
    expect(paths.toRegister(second)).toBe(second);
    const late = serving();
    expect(late.paths.toRegister(second)).toBe(second);
    expect(late.paths.proves(second)).toBe(true);
  });

  it('of a former version counts for two minutes after the start, and then is replaced', () => {
    const { paths, pass } = serving();
    expect([paths.toRegister('/mutate'), paths.proves('/mutate')]).toEqual(['/mutate', true]);
    pass(2 * MINUTE_MS);
    expect(paths.toRegister('/mutate')).toBe(first);
    pass(MINUTE_MS);
    expect(paths.proves('/mutate')).toBe(false);
  });

  it('that somebody writes later counts for nothing and is replaced', () => {
    const { paths } = serving();
    paths.toRegister(undefined);
    for (const edited of ['/mutate', second]) {
      expect(paths.toRegister(edited)).toBe(first);
      expect(paths.proves(edited)).toBe(false);
    }
  });

  it('that something else registers is learned if it is a secret, and forgotten a minute after another', () => {
    const { paths, pass } = serving();
    paths.learn('/mutate');
    expect(paths.proves('/mutate')).toBe(false);
    const [theirs, next] = ['a', 'b'].map((letter) => `/mutate/${letter.repeat(32)}`) as [string, string];
    paths.learn(theirs);
    expect([paths.proves(theirs), paths.path]).toEqual([true, theirs]);
    paths.learn(next);
    expect([paths.proves(theirs), paths.proves(next)]).toEqual([true, true]);
    pass(MINUTE_MS);
    expect([paths.proves(theirs), paths.proves(next)]).toEqual([false, true]);
  });
});
