import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccessOptions, loadAccess } from './access';
import { AccessError } from './errors';

const root = mkdtempSync(path.join(tmpdir(), 'plumbline-access-'));
let folder = root;
let serial = 0;

beforeEach(() => {
  folder = path.join(root, String(serial++));
  mkdirSync(folder);
});
afterAll(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function kubeconfig(name: string, user: object = { token: 'abc' }, cluster: object = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster: { server: `https://${name}.example:6443/`, ...cluster } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: `${name}-ns` } }],
  });
}

function load(options: AccessOptions) {
  return loadAccess({ environment: {}, serviceAccountDir: path.join(folder, 'no-account'), ...options });
}

function failure(options: AccessOptions): AccessError {
  try {
    load(options);
  } catch (thrown) {
    if (thrown instanceof AccessError) return thrown;
  }
  throw new Error('an AccessError was expected');
}

describe('where the cluster is looked for', () => {
  it('prefers the given path', () => {
    const given = write('given', kubeconfig('given'));
    const other = write('other', kubeconfig('other'));
    const access = load({ kubeconfig: given, environment: { kubeconfig: other } });
    expect(access).toMatchObject({
      server: 'https://given.example:6443',
      namespace: 'given-ns',
      context: 'given',
      source: given,
    });
  });

  it('merges the paths of KUBECONFIG: the first to define something wins, missing files are skipped', () => {
    const first = write('first', kubeconfig('one'));
    const second = write('second', kubeconfig('two'));
    const kubeconfigs = [first, path.join(folder, 'absent'), second].join(path.delimiter);
    expect(load({ environment: { kubeconfig: kubeconfigs } }).server).toBe('https://one.example:6443');
    expect(load({ environment: { kubeconfig: kubeconfigs }, context: 'two' }).server).toBe(
      'https://two.example:6443',
    );
  });

  it('uses the service account inside a pod, and reads its token again as it changes', async () => {
    write('account/token', 'first\n');
    write('account/ca.crt', '-----BEGIN CERTIFICATE-----\n');
    write('account/namespace', 'monitoring\n');
    const access = load({
      serviceAccountDir: path.join(folder, 'account'),
      environment: { serviceHost: 'fd00::1', servicePort: '443' },
    });
    expect(access).toMatchObject({ server: 'https://[fd00::1]:443', namespace: 'monitoring' });
    expect((await access.credentials()).headers.authorization).toBe('Bearer first');
    write('account/token', 'second\n');
    access.reload();
    expect((await access.credentials()).headers.authorization).toBe('Bearer second');
  });

  it('falls back to ~/.kube/config', () => {
    write('.kube/config', kubeconfig('home'));
    expect(load({ environment: { home: folder } }).server).toBe('https://home.example:6443');
  });
});

describe('credentials', () => {
  const cases: [string, object, Record<string, string>][] = [
    ['a token', { token: 'abc' }, { authorization: 'Bearer abc' }],
    ['name and password', { username: 'u', password: 'p' }, { authorization: 'Basic dTpw' }],
    [
      'impersonation',
      { token: 'abc', as: 'bob' },
      { authorization: 'Bearer abc', 'impersonate-user': 'bob' },
    ],
    ['none', {}, {}],
  ];
  it.each(cases)('come from %s', async (_, user, headers) => {
    const access = load({ kubeconfig: write('config', kubeconfig('x', user)) });
    expect((await access.credentials()).headers).toEqual(headers);
  });

  it('come from a token file beside the kubeconfig', async () => {
    write('token', 'from-file\n');
    const access = load({ kubeconfig: write('config', kubeconfig('x', { tokenFile: 'token' })) });
    expect((await access.credentials()).headers.authorization).toBe('Bearer from-file');
  });

  it('come from a plugin, which runs once, and again after a reload', async () => {
    const count = path.join(folder, 'count');
    const plugin = write(
      'plugin.sh',
      `#!/bin/sh\necho run >> ${count}\nn=$(wc -l < ${count})\necho '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"t'$n'","expirationTimestamp":"2999-01-01T00:00:00Z"}}'\n`,
    );
    chmodSync(plugin, 0o755);
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: './plugin.sh', args: [] };
    const access = load({ kubeconfig: write('config', kubeconfig('x', { exec })) });
    expect((await access.credentials()).headers.authorization).toBe('Bearer t1');
    expect((await access.credentials()).headers.authorization).toBe('Bearer t1');
    access.reload();
    expect((await access.credentials()).headers.authorization).toBe('Bearer t2');
  });

  it('are asked of a plugin once for all who wait, and no longer than it may take', async () => {
    const count = path.join(folder, 'count');
    const plugin = write('plugin.sh', `#!/bin/sh\necho run >> ${count}\nsetsid sleep 2 &\nsleep 600\n`);
    chmodSync(plugin, 0o755);
    const config = write('config', kubeconfig('x', { exec: { command: plugin } }));
    const access = load({ kubeconfig: config, pluginTimeoutMs: 500 });
    const asked = [access.credentials(), access.credentials()];
    for (const one of asked)
      await expect(one).rejects.toMatchObject({
        kind: 'unauthorized',
        message: `the plugin ${plugin} of user "x" (${config}) cannot be used: it did not answer within 0.5 s`,
      });
    expect(readFileSync(count, 'utf8')).toBe('run\n');
    await expect(access.credentials()).rejects.toThrow('within 0.5 s');
    expect(readFileSync(count, 'utf8')).toBe('run\nrun\n');
  });

  it('say which plugin failed, for which user, and what it printed', async () => {
    const plugin = write('plugin.sh', '#!/bin/sh\necho "please log in" >&2\nexit 1\n');
    chmodSync(plugin, 0o755);
    const config = write('config', kubeconfig('x', { exec: { command: plugin } }));
    await expect(load({ kubeconfig: config }).credentials()).rejects.toMatchObject({
      kind: 'unauthorized',
      message: `the plugin ${plugin} of user "x" (${config}) cannot be used: please log in`,
    });
  });

  it('verify the server unless the kubeconfig says otherwise', async () => {
    const ca = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n';
    const strict = { 'certificate-authority-data': Buffer.from(ca).toString('base64') };
    const access = load({ kubeconfig: write('strict', kubeconfig('x', {}, strict)) });
    expect((await access.credentials()).tls).toMatchObject({ ca, rejectUnauthorized: true });
    const lax = { 'insecure-skip-tls-verify': true, 'tls-server-name': 'kubernetes' };
    const open = load({ kubeconfig: write('lax', kubeconfig('x', {}, lax)) });
    expect((await open.credentials()).tls).toMatchObject({
      rejectUnauthorized: false,
      servername: 'kubernetes',
    });
  });
});

describe('a kubeconfig that cannot be used', () => {
  it('is missing: every place searched is named', () => {
    expect(failure({ environment: { home: '/nowhere' } })).toMatchObject({
      code: 'kubeconfig-missing',
      message:
        'KUBECONFIG is not set, this is not a pod with a service account, and /nowhere/.kube/config does not exist',
    });
    const given = path.join(folder, 'absent');
    expect(failure({ kubeconfig: given })).toMatchObject({
      code: 'kubeconfig-missing',
      message: `${given} does not exist`,
    });
  });

  const context = (fields: object) => JSON.stringify({ ...JSON.parse(kubeconfig('x')), ...fields });
  const cases: [string, string, string][] = [
    ['no YAML', 'clusters: [', 'Flow sequence'],
    ['no mapping', 'hello', 'is not a mapping'],
    ['empty', '', 'is not a mapping'],
    ['a list that is none', 'clusters: 3', 'clusters must be a list'],
    ['a cluster without server', context({ clusters: [{ name: 'x', cluster: {} }] }), 'server is missing'],
    ['no current context', context({ 'current-context': '' }), 'no current-context is set'],
    ['an unknown context', context({ 'current-context': 'y' }), 'context "y" does not exist (there are: x)'],
    ['an unknown cluster', context({ clusters: [] }), 'names cluster "x", which does not exist'],
    ['an unknown user', context({ users: [] }), 'names user "x", which does not exist'],
    [
      'no URL',
      kubeconfig('x', {}, { server: 'localhost:6443' }),
      '"localhost:6443", which is not an http(s) URL',
    ],
    ['a missing CA', kubeconfig('x', {}, { 'certificate-authority': 'ca.crt' }), 'certificate authority'],
    [
      'a CA that is none',
      kubeconfig('x', {}, { 'certificate-authority-data': 'eHg=' }),
      'is not in PEM form',
    ],
    ['a missing key', kubeconfig('x', { 'client-key': 'key' }), 'client key'],
  ];
  it.each(cases)('has %s: the file and the fault are named', (_, text, fault) => {
    const file = write('config', text);
    const { code, message } = failure({ kubeconfig: file });
    expect(code).toBe('kubeconfig-malformed');
    expect(message).toContain(file);
    expect(message).toContain(fault);
    expect(message).not.toContain('\n');
  });
});
