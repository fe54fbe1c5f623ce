import { describe, expect, it } from 'vitest';
import { defaultConfig, readConfig } from '../../config';
import { allowedHosts, requestRefusal } from './request-guard';

const ALLOWED = ['plumbline.example.com', '*.apps.example.com', '10.1.2.3', '2001:db8::1'];

function judge(headers: Record<string, string>, { method = 'GET', path = '/', allowed = ALLOWED } = {}) {
  const all: Record<string, string> = { host: 'localhost:3000', ...headers };
  return requestRefusal({ method, path, header: (name) => all[name] ?? null }, allowed)?.status;
}

describe('which Host is answered', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST:3000',
    'localhost.',
    'plumbline.localhost:3000',
    '127.0.0.1:3000',
    '127.8.9.1',
    '[::1]:3000',
    '[0:0:0:0:0:0:0:1]:3000',
    'plumbline.example.com',
    'Plumbline.Example.Com:8443',
    'a.apps.example.com',
    'b.a.apps.example.com:80',
    '10.1.2.3:3000',
    '[2001:DB8::1]:3000',
  ])('answers %s', (host) => {
    expect(judge({ host })).toBeUndefined();
  });

  it.each([
    '',
    'evil.example',
    'localhost.evil.example',
    'evil-localhost',
    'xlocalhost:3000',
    '127.0.0.1.evil.example',
    '1270.0.0.1',
    '128.0.0.1',
    '10.1.2.4',
    '0.0.0.0:3000',
    '[::]',
    '[::2]:3000',
    '[2001:db8::2]',
    '::1',
    'user@localhost',
    'localhost@evil.example',
    'localhost/evil.example',
    'localhost, evil.example',
    'localhost:3000:3000',
    'localhost:99999',
    'apps.example.com',
    'evilapps.example.com',
    'xplumbline.example.com',
    'plumbline.example.com.evil.example',
  ])('refuses "%s"', (host) => {
    expect(judge({ host })).toBe(403);
  });

  it.each(['/api/health', '/api/ready', '/healthz', '/readyz', '/metrics'])(
    'answers %s to the address of the pod',
    (path) => {
      expect(judge({ host: '10.244.0.7:3000' }, { path })).toBeUndefined();
      expect(judge({ host: '[fd00::7]:3000' }, { path })).toBeUndefined();
      expect(judge({ host: 'rebound.example:3000' }, { path })).toBe(403);
    },
  );

  it('answers at the address it listens on, unless that means any', () => {
    expect(allowedHosts(defaultConfig({ host: '192.168.1.5' }))).toEqual(['192.168.1.5']);
    expect(allowedHosts(defaultConfig({ host: '0.0.0.0', allowedHosts: ['a.b'] }))).toEqual(['a.b']);
  });

  it.each(['https://a.b', 'a.b:80', '*', '*.*', 'a b', 'a/b'])('does not treat %s as a name', (name) => {
    expect(() => readConfig({ PLUMBLINE_ALLOWED_HOSTS: name })).toThrow('PLUMBLINE_ALLOWED_HOSTS');
  });
});

describe('which Origin is answered', () => {
  it.each([
    ['http://localhost:3000', 'localhost:3000'],
    ['https://plumbline.example.com', 'plumbline.example.com'],
    ['https://plumbline.example.com', 'plumbline.example.com:443'],
    ['http://[::1]:3000', '[::1]:3000'],
  ])('answers %s at %s', (origin, host) => {
    expect(judge({ origin, host })).toBeUndefined();
  });

  it.each([
    ['null', 'localhost:3000'],
    ['', 'localhost:3000'],
    ['https://evil.example', 'localhost:3000'],
    ['http://localhost:3001', 'localhost:3000'],
    ['http://localhost', 'localhost:3000'],
    ['http://127.0.0.1:3000', 'localhost:3000'],
    ['http://a.apps.example.com', 'b.apps.example.com'],
    ['file://localhost:3000', 'localhost:3000'],
    ['http://localhost:3000, http://evil.example', 'localhost:3000'],
  ])('refuses "%s" at %s', (origin, host) => {
    expect(judge({ origin, host })).toBe(403);
    expect(judge({ origin, host }, { path: '/api/health' })).toBe(403);
  });
});

describe('which change is accepted', () => {
  const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'Application/JSON ;x=y'];
  const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE'];

  it.each(JSON_TYPES)('accepts %s', (type) => {
    for (const method of CHANGES) expect(judge({ 'content-type': type }, { method })).toBeUndefined();
  });

  it.each([
    'text/plain',
    'text/plain; application/json',
    'text/plain, application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'application/json-patch+json',
    '',
  ])('refuses "%s"', (type) => {
    for (const method of CHANGES) expect(judge({ 'content-type': type }, { method })).toBe(415);
  });

  it('refuses one that does not state its type', () => {
    expect(judge({}, { method: 'DELETE' })).toBe(415);
  });

  it.each([
    ['same-origin', undefined],
    ['none', undefined],
    ['same-site', 403],
    ['cross-site', 403],
  ])('judges one from %s', (site, status) => {
    const headers = { 'sec-fetch-site': site, 'content-type': 'application/json' };
    expect(judge(headers, { method: 'POST' })).toBe(status);
    expect(judge({ 'sec-fetch-site': site })).toBeUndefined();
  });
});
