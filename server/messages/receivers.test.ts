import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config';
import { ConfigError } from '../lib/report/errors';
import { receiversOf, signingSecretOf } from './receivers';

const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-telling-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(text: string): string {
  const file = path.join(folder, `${Math.random()}`);
  writeFileSync(file, text);
  return file;
}
const receivers = (environment: Record<string, string>) =>
  receiversOf(readConfig(environment)).map(({ host, format }) => `${format} ${host}`);
function failureOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

describe('the receivers of the settings', () => {
  it('are none by default', () => {
    expect(receivers({})).toEqual([]);
  });

  it('come from the setting and a file, each once, in the format of the prefix, the host or the setting', () => {
    const PLUMBLINE_TELL_URL_FILE = fileWith('json:https://c.example.com\nhttps://a.example.com/x\n');
    const PLUMBLINE_TELL_URL =
      'https://a.example.com/x, slack:https://b.example.com:8443/y\nhttps://hooks.slack.com/services/T/B/X,https://a.example.com/z';
    expect(receivers({ PLUMBLINE_TELL_URL, PLUMBLINE_TELL_URL_FILE })).toEqual([
      'json a.example.com',
      'slack b.example.com:8443',
      'slack hooks.slack.com',
      'json a.example.com (2)',
      'json c.example.com',
    ]);
    expect(
      receivers({ PLUMBLINE_TELL_URL: 'https://a.example.com', PLUMBLINE_TELL_FORMAT: 'slack' }),
    ).toEqual(['slack a.example.com']);
  });

  it('need TLS unless they are on this machine or the setting allows it', () => {
    const plain = { PLUMBLINE_TELL_URL: 'http://chat.internal/s3cret' };
    expect(failureOf(() => receivers(plain))).toBe(
      'Settings cannot be used:\n  the address of chat.internal has no TLS; use https, or set PLUMBLINE_TELL_INSECURE=true if nobody listens in between',
    );
    expect(receivers({ ...plain, PLUMBLINE_TELL_INSECURE: 'true' })).toEqual(['json chat.internal']);
    expect(
      receivers({ PLUMBLINE_TELL_URL: 'http://localhost:1/,http://[::1]:1/,http://127.0.0.1/' }),
    ).toHaveLength(3);
    expect(failureOf(() => receivers({ PLUMBLINE_TELL_URL: 'http://127.0.0.1.evil.example/' }))).toContain(
      'TLS',
    );
  });

  it.each([
    ['not a url s3cret', 'address 1 must be such as'],
    ['ftp://example.com/s3cret', 'the address must be such as'],
    ['https://', 'the address must be such as'],
    ['https://example.com/ok,slack:nothing-s3cret', 'address 2 must be such as'],
    [Array(11).fill('https://example.com/s3cret').join(), 'must be at most 10 addresses'],
  ])('that cannot be used are refused without being repeated: %s', (PLUMBLINE_TELL_URL, words) => {
    const message = failureOf(() => receivers({ PLUMBLINE_TELL_URL }));
    expect(message).toContain('PLUMBLINE_TELL_URL=(not shown)');
    expect(message).toContain(words);
    expect(message).not.toContain('s3cret');
    const inFile = failureOf(() => receivers({ PLUMBLINE_TELL_URL_FILE: fileWith(PLUMBLINE_TELL_URL) }));
    expect(inFile).toContain(words);
    expect(inFile).not.toContain('s3cret');
  });

  it('have a signing secret from the setting or a file, not both', () => {
    const secretOf = (environment: Record<string, string>) => signingSecretOf(readConfig(environment));
    const PLUMBLINE_TELL_SIGNING_SECRET_FILE = fileWith('from-file\n');
    expect(secretOf({})).toBe('');
    expect(secretOf({ PLUMBLINE_TELL_SIGNING_SECRET: 'x' })).toBe('x');
    expect(secretOf({ PLUMBLINE_TELL_SIGNING_SECRET_FILE })).toBe('from-file');
    const wrongs: Record<string, string>[] = [
      { PLUMBLINE_TELL_SIGNING_SECRET: 'x', PLUMBLINE_TELL_SIGNING_SECRET_FILE },
      { PLUMBLINE_TELL_SIGNING_SECRET_FILE: fileWith('\n') },
      { PLUMBLINE_TELL_SIGNING_SECRET_FILE: '/nowhere/at/all' },
    ];
    for (const wrong of wrongs)
      expect(failureOf(() => secretOf(wrong))).toContain('PLUMBLINE_TELL_SIGNING_SECRET_FILE');
  });
});

describe('what is told', () => {
  it('is everything by default, or the topics named', () => {
    expect(readConfig({}).tellEvents).toHaveLength(6);
    expect(readConfig({ PLUMBLINE_TELL_EVENTS: 'stop, problem' }).tellEvents).toEqual(['problem', 'stop']);
    expect(failureOf(() => readConfig({ PLUMBLINE_TELL_EVENTS: 'stops' }))).toContain(
      'stops is not known; known are not-working, problem, stop, broken-loop, approval, first-eviction',
    );
  });
});
