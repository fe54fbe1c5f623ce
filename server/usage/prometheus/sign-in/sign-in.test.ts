import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Config, defaultConfig } from '@/server/config';
import { errorText } from '@/server/lib/report/errors';
import { wallClock } from '@/server/lib/time/clock';
import { PrometheusApi } from '../api';
import { PrometheusClient } from '../client';

interface Asked {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

interface Answer {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}

const SUCCESS = { body: { status: 'success', data: { resultType: 'vector', result: [] } } };
const REFUSED = { status: 401, body: 'no' };

describe('signing in to a managed store', () => {
  let folder: string;
  const servers: Server[] = [];
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
    vi.stubEnv('HOME', folder);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    rmSync(folder, { recursive: true });
  });

  async function listen(answer: (asked: Asked) => Answer): Promise<string> {
    const server = createServer(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const url = new URL(incoming.url ?? '/', 'http://here');
      const { method = '', headers } = incoming;
      const {
        status = 200,
        body,
        headers: more,
      } = answer({ method, url, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status, { 'content-type': 'application/json', ...more });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Asks once, and says what came of it. */
  async function ask(client: PrometheusClient): Promise<string> {
    try {
      for await (const _ of client.ask('query', { query: 'up{namespace="a b"}' }));
      return 'in';
    } catch (error) {
      return errorText(error);
    }
  }

  const clientWith = (settings: Partial<Config>) => new PrometheusClient(defaultConfig(settings), wallClock);

  /** A program that counts how often it ran, and prints what is here. */
  function program(prints: string): { words: string[]; runs: () => number } {
    const file = path.join(folder, 'print-token');
    const count = path.join(folder, 'runs');
    writeFileSync(file, `#!/bin/sh\necho run >> ${count}\nN=$(wc -l < ${count} | tr -d ' ')\n${prints}\n`, {
      mode: 0o755,
    });
    return { words: [file], runs: () => readFileSync(count, 'utf8').trim().split('\n').length };
  }

  describe('by a command', () => {
    it('keeps a bare token until the store refuses it, and asks once for all who wait', async () => {
      const given: unknown[] = [];
      let valid = 'Bearer token-1';
      const prometheusAddress = await listen(({ headers: { authorization } }) => {
        given.push(authorization);
        return authorization === valid ? SUCCESS : REFUSED;
      });
      const { words, runs } = program('echo token-$N');
      const client = clientWith({ prometheusAddress, prometheusTokenCommand: words });
      expect(await Promise.all([ask(client), ask(client), ask(client)])).toEqual(['in', 'in', 'in']);
      expect(runs()).toBe(1);
      valid = 'Bearer token-2';
      expect(await ask(client)).toBe('in');
      expect(runs()).toBe(2);
      expect(given.slice(-2)).toEqual(['Bearer token-1', 'Bearer token-2']);
      await client.close();
    });

    it('asks anew once an ExecCredential has expired', async () => {
      const prometheusAddress = await listen(() => SUCCESS);
      const { words, runs } = program(
        `echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"t","expirationTimestamp":"2020-01-01T00:00:00Z"}}'`,
      );
      const client = clientWith({ prometheusAddress, prometheusTokenCommand: words });
      expect([await ask(client), await ask(client)]).toEqual(['in', 'in']);
      expect(runs()).toBe(2);
      await client.close();
    });

    it.each([
      ['fails', 'echo "not logged in" >&2; exit 3', 'not logged in'],
      ['prints something else', 'echo "a page of help"', 'its answer is not JSON: a page of help'],
    ])('says which command %s, and why', async (_, prints, why) => {
      const { words } = program(prints);
      const client = clientWith({
        prometheusAddress: await listen(() => SUCCESS),
        prometheusTokenCommand: words,
      });
      expect(await ask(client)).toBe(`its credentials cannot be got: the command ${words[0]}: ${why}`);
      await client.close();
    });

    it('tells a refusal after two tries, with what the store says', async () => {
      let requests = 0;
      const prometheusAddress = await listen(() => {
        requests++;
        return REFUSED;
      });
      const client = clientWith({ prometheusAddress, prometheusTokenCommand: program('echo t').words });
      expect(await ask(client)).toBe('it answers 401: no');
      expect(requests).toBe(2);
      await client.close();
    });
  });

  describe('at AWS', () => {
    const KEY = 'AKIDEXAMPLE';
    const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';

    beforeEach(() => {
      for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_REGION', 'AWS_DEFAULT_REGION'])
        vi.stubEnv(name, undefined);
      vi.stubEnv('AWS_ACCESS_KEY_ID', KEY);
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', SECRET);
      vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    });

    const signedStore = (secret = SECRET) =>
      listen((asked) => (isSigned(asked, secret) ? SUCCESS : { status: 403, body: 'wrong signature' }));

    it('signs what it asks by POST and by GET, so that a store which knows the key finds it right', async () => {
      const prometheusAddress = `${await signedStore()}/workspaces/ws-1 a`;
      const settings = {
        prometheusAddress,
        prometheusCloud: 'aws',
        prometheusAwsRegion: 'eu-west-1',
      } as const;
      const client = clientWith(settings);
      expect(await ask(client)).toBe('in');
      const values = new PrometheusApi(client).labelValues('cluster', 'up{a="b c*!"}', {
        fromMs: 0,
        toMs: 1,
      });
      for await (const _ of values);
      await client.close();
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
      const wrong = clientWith(settings);
      expect(await ask(wrong)).toBe('it answers 403: wrong signature');
      await wrong.close();
    });

    it("signs with the credentials of a pod's identity, and sends their session", async () => {
      const sessions: unknown[] = [];
      const prometheusAddress = await listen((asked) => {
        sessions.push(asked.headers['x-amz-security-token']);
        return isSigned(asked, 'of-the-pod') ? SUCCESS : { status: 403, body: 'wrong signature' };
      });
      const agent = await listen(({ headers }) =>
        headers.authorization === 'token of the pod'
          ? {
              body: {
                AccessKeyId: KEY,
                SecretAccessKey: 'of-the-pod',
                Token: 'session-1',
                Expiration: '2999-01-01T00:00:00Z',
              },
            }
          : { status: 401, body: 'no' },
      );
      writeFileSync(path.join(folder, 'token'), 'token of the pod');
      vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined);
      vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${agent}/v1/credentials`);
      vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', path.join(folder, 'token'));
      vi.stubEnv('AWS_REGION', 'us-east-1');
      const client = clientWith({ prometheusAddress, prometheusCloud: 'aws' });
      expect(await ask(client)).toBe('in');
      expect(sessions).toEqual(['session-1']);
      await client.close();
    });

    it('says that it lacks a region, or credentials', async () => {
      const prometheusAddress = await signedStore();
      const nowhere = clientWith({ prometheusAddress, prometheusCloud: 'aws' });
      expect(await ask(nowhere)).toBe(
        'its credentials cannot be got: the region is not known: set PLUMBLINE_PROMETHEUS_AWS_REGION',
      );
      vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
      const nobody = clientWith({
        prometheusAddress,
        prometheusCloud: 'aws',
        prometheusAwsRegion: 'eu-west-1',
      });
      expect(await ask(nobody)).toContain('Could not load credentials from any providers');
      await Promise.all([nowhere.close(), nobody.close()]);
    });
  });

  it('sends the token of the metadata server of Google Cloud, for reading what is monitored', async () => {
    const asked: string[] = [];
    const metadata = await listen(({ url, headers }) => {
      if (headers['metadata-flavor'] !== 'Google') return { status: 403, body: 'no flavor' };
      asked.push(url.pathname + url.search);
      return {
        headers: { 'metadata-flavor': 'Google' },
        body: { access_token: 'of-the-pod', expires_in: 3600, token_type: 'Bearer' },
      };
    });
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', undefined);
    vi.stubEnv('GCE_METADATA_HOST', new URL(metadata).host);
    vi.stubEnv('METADATA_SERVER_DETECTION', 'assume-present');
    vi.stubEnv('CLOUDSDK_CONFIG', folder);
    const prometheusAddress = await listen(({ headers }) =>
      headers.authorization === 'Bearer of-the-pod' ? SUCCESS : REFUSED,
    );
    const client = clientWith({ prometheusAddress, prometheusCloud: 'google' });
    expect([await ask(client), await ask(client)]).toEqual(['in', 'in']);
    expect(asked.filter((one) => one.includes('/token'))).toHaveLength(1);
    expect(asked.join()).toContain('monitoring.read');
    await client.close();
  });

  describe('at Azure', () => {
    it("gets a token for the token of a pod's service account, and keeps it", async () => {
      const grants: URLSearchParams[] = [];
      const authority: string = await listen(({ url, body }) => {
        if (url.pathname.endsWith('/.well-known/openid-configuration'))
          return {
            body: {
              issuer: `${authority}/tenant-1/v2.0`,
              token_endpoint: `${authority}/tenant-1/oauth2/v2.0/token`,
            },
          };
        grants.push(new URLSearchParams(body));
        return { body: { access_token: 'of-entra', token_type: 'Bearer', expires_in: 3600 } };
      });
      writeFileSync(path.join(folder, 'token'), 'token of the pod\n');
      vi.stubEnv('AZURE_AUTHORITY_HOST', `${authority}/`);
      vi.stubEnv('AZURE_TENANT_ID', 'tenant-1');
      vi.stubEnv('AZURE_CLIENT_ID', 'client-1');
      vi.stubEnv('AZURE_FEDERATED_TOKEN_FILE', path.join(folder, 'token'));
      const prometheusAddress = await listen(({ headers }) =>
        headers.authorization === 'Bearer of-entra' ? SUCCESS : REFUSED,
      );
      const client = clientWith({ prometheusAddress, prometheusCloud: 'azure' });
      expect([await ask(client), await ask(client)]).toEqual(['in', 'in']);
      expect(grants.map((grant) => Object.fromEntries(grant))).toEqual([
        {
          grant_type: 'client_credentials',
          scope: 'https://prometheus.monitor.azure.com/.default',
          client_id: 'client-1',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: 'token of the pod',
        },
      ]);
      await client.close();
    });

    it('names what it lacks', async () => {
      for (const name of ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID']) vi.stubEnv(name, undefined);
      const client = clientWith({ prometheusAddress: await listen(() => SUCCESS), prometheusCloud: 'azure' });
      expect(await ask(client)).toContain('AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_FEDERATED_TOKEN_FILE');
      await client.close();
    });
  });
});

/** Whether a request is signed as AWS says (Signature Version 4), reckoned from what came over the network. */
function isSigned({ method, url, headers, body }: Asked, secret: string): boolean {
  const [, date = '', region = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/aps\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      String(headers.authorization),
    ) ?? [];
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const canonical = [
    method,
    url.pathname.split('/').map(encoded).join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  const scope = `${date}/${region}/aps/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const key = [date, region, 'aps', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return names.includes('host') && createHmac('sha256', key).update(text).digest('hex') === signature;
}
