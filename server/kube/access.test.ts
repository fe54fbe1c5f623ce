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
  const cases: [string, object, Record<string, string | string[]>][] = [
    ['a token', { token: 'abc' }, { authorization: 'Bearer abc' }],
    ['name and password', { username: 'u', password: 'p' }, { authorization: 'Basic dTpw' }],
    [
      'impersonation',
      { token: 'abc', as: 'bob' },
      { authorization: 'Bearer abc', 'impersonate-user': 'bob' },
    ],
    [
      'impersonation of groups, a uid and more',
      {
        token: 'abc',
        as: 'bob',
        'as-uid': 'u-1',
        'as-groups': ['system:masters', 'ops'],
        'as-user-extra': { 'acme.com/Project': ['a', 'b'] },
      },
      {
        authorization: 'Bearer abc',
        'impersonate-user': 'bob',
        'impersonate-uid': 'u-1',
        'impersonate-group': ['system:masters', 'ops'],
        'impersonate-extra-acme.com%2fproject': ['a', 'b'],
      },
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

  it('come from a plugin that says no expiry, which runs once until they are refused', async () => {
    const count = path.join(folder, 'count');
    const plugin = write(
      'plugin.sh',
      `#!/bin/sh\necho run >> ${count}\necho '{"kind":"ExecCredential","status":{"token":"t'$(wc -l < ${count})'"}}'\n`,
    );
    chmodSync(plugin, 0o755);
    const access = load({ kubeconfig: write('config', kubeconfig('x', { exec: { command: plugin } })) });
    for (let asked = 0; asked < 5; asked++)
      expect((await access.credentials()).headers.authorization).toBe('Bearer t1');
    access.reload();
    expect((await access.credentials()).headers.authorization).toBe('Bearer t2');
  });

  it.each([true, false])('come from a plugin that is told the cluster: %s', async (provideClusterInfo) => {
    const told = path.join(folder, 'told.json');
    const answer = '{"kind":"ExecCredential","status":{"token":"t"}}';
    const plugin = write(
      'plugin.sh',
      `#!/bin/sh\nprintf %s "$KUBERNETES_EXEC_INFO" > ${told}\necho '${answer}'\n`,
    );
    chmodSync(plugin, 0o755);
    const apiVersion = 'client.authentication.k8s.io/v1beta1';
    const extension = { audience: 'x' };
    const cluster = {
      'tls-server-name': 'kubernetes',
      extensions: [{ name: 'client.authentication.k8s.io/exec', extension }],
    };
    const exec = { command: plugin, provideClusterInfo };
    const access = load({ kubeconfig: write('config', kubeconfig('x', { exec }, cluster)) });
    await access.credentials();
    expect(JSON.parse(readFileSync(told, 'utf8'))).toEqual({
      kind: 'ExecCredential',
      apiVersion: apiVersion.replace('v1beta1', 'v1'),
      spec: {
        interactive: false,
        ...(provideClusterInfo && {
          cluster: {
            server: 'https://x.example:6443',
            'tls-server-name': 'kubernetes',
            config: extension,
          },
        }),
      },
    });
  });

  it.each([
    ['nothing', ':', 'its answer is not JSON: nothing'],
    ['a sign-in page', "echo '<html>'", 'its answer is not JSON: <html>'],
    [
      'no credentials',
      `echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1"}'`,
      'neither a token nor a certificate',
    ],
    [
      'another version',
      `echo '{"kind":"ExecCredential","apiVersion":"v9"}'`,
      'it answers with apiVersion v9',
    ],
  ])('say that a plugin answered %s', async (_, script, fault) => {
    const plugin = write('plugin.sh', `#!/bin/sh\n${script}\n`);
    chmodSync(plugin, 0o755);
    const exec = { command: plugin, apiVersion: 'client.authentication.k8s.io/v1' };
    const config = write('config', kubeconfig('x', { exec }));
    await expect(load({ kubeconfig: config }).credentials()).rejects.toThrow(fault);
  });

  it('say how a plugin that is missing is installed', async () => {
    const exec = { command: 'no-such-plugin-here', installHint: 'Get it from example.com.' };
    const config = write('config', kubeconfig('x', { exec }));
    await expect(load({ kubeconfig: config }).credentials()).rejects.toThrow(
      'it is not installed here: Get it from example.com.',
    );
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

describe('a kubeconfig as kubectl reads it', () => {
  const text = (after: string) => `apiVersion: v1
kind: Config
current-context: dev
clusters:
- name: c
  cluster: {server: "https://c.example:6443", insecure-skip-tls-verify: yes}
users:
- name: base
  user: &base {token: 12:30:45}
- name: dev
  user:
    <<: *base
contexts:
- name: dev
  context: {cluster: c, user: dev, namespace: shop}
${after}`;
  it.each([
    ['merge keys, yes, and a text with colons', text('')],
    ['a document mark at its end', text('---\n')],
    ['an end mark', text('...\n')],
    ['a second document', text('---\nfoo: bar\n')],
    ['a second document that is none', text('---\nfoo: [\n')],
    ['a mark before it', `---\n${text('')}`],
    ['a doubled key', text('current-context: dev\n')],
  ])('may have %s', async (_, config) => {
    const access = load({ kubeconfig: write('config', config) });
    expect(access.namespace).toBe('shop');
    expect(await access.credentials()).toMatchObject({
      headers: { authorization: 'Bearer 12:30:45' },
      tls: { rejectUnauthorized: false },
    });
  });

  it('goes through the proxy of the environment, unless it names one', () => {
    const environment = { proxies: { https: 'http://proxy.example:3128', none: 'direct.example' } };
    const proxied = (name: string, cluster?: object) =>
      load({ kubeconfig: write('config', kubeconfig(name, {}, cluster)), environment }).proxyUrl;
    expect(proxied('a')).toBe('http://proxy.example:3128');
    expect(proxied('direct')).toBeUndefined();
    expect(proxied('b', { 'proxy-url': 'socks5://other.example:1080' })).toBe('socks5://other.example:1080');
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
    ['groups without a user to be', kubeconfig('x', { 'as-groups': ['a'] }), 'need "as"'],
    ['groups that are no list', kubeconfig('x', { as: 'a', 'as-groups': 'b' }), 'as-groups must be a list'],
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
