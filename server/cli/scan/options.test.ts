import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAuthority } from '@/tests/support/tls';
import { readConfig } from '../../config';
import { wallClock } from '../../lib/time/clock';
import { PrometheusClient } from '../../usage/prometheus/client';
import { type ScanCommandOptions, withPrometheus, withScanOptions } from './options';

const PREFIX = 'PLUMBLINE_PROMETHEUS';
const BASIC = `Basic ${Buffer.from('ann:pass:word').toString('base64')}`;

describe('credentials for Prometheus', () => {
  let folder: string;
  let server: Server;
  let url: string;
  let asked: IncomingHttpHeaders[];
  let ca: string;
  let tokenFile: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-credentials-'));
    const authority = await TestAuthority.create();
    ca = path.join(folder, 'ca.pem');
    writeFileSync(ca, authority.pem);
    tokenFile = path.join(folder, 'token');
    writeFileSync(tokenFile, 'from-a-file\n');
    server = createServer(await authority.issue('prometheus'), (request, response) => {
      asked.push(request.headers);
      request.resume();
      response.end('{"status":"success"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  /** The headers that arrive with these options and this environment, or why none do. */
  async function sent(
    args: readonly string[],
    environment: Record<string, string>,
  ): Promise<IncomingHttpHeaders | string> {
    asked = [];
    const command = withScanOptions(new Command('scan'))
      .exitOverride()
      .configureOutput({ writeErr: () => {} });
    command.parse(['--prometheus', url, ...args], { from: 'user' });
    const config = withPrometheus(readConfig(environment), command.opts<ScanCommandOptions>());
    const client = new PrometheusClient(config, wallClock);
    try {
      for await (const _ of client.ask('query', { query: 'up' }));
    } catch (error) {
      return (error as Error).message;
    } finally {
      await client.close();
    }
    return asked[0] ?? 'nothing was asked';
  }

  const trusting = () => ['--prometheus-ca', ca];

  it.each<[string, () => string[], () => Record<string, string>, object]>([
    ['a token', () => ['--prometheus-token', 'abc'], () => ({}), { authorization: 'Bearer abc' }],
    [
      'a token of the environment',
      () => [],
      () => ({ [`${PREFIX}_BEARER_TOKEN`]: 'abc' }),
      { authorization: 'Bearer abc' },
    ],
    [
      'a token in a file',
      () => ['--prometheus-token-file', tokenFile],
      () => ({}),
      { authorization: 'Bearer from-a-file' },
    ],
    [
      'a file of the environment',
      () => [],
      () => ({ [`${PREFIX}_BEARER_TOKEN_FILE`]: tokenFile }),
      { authorization: 'Bearer from-a-file' },
    ],
    [
      'a token of a command, whose words may be quoted',
      () => ['--prometheus-token-command', `sh -c "cat '${tokenFile}'"`],
      () => ({}),
      { authorization: 'Bearer from-a-file' },
    ],
    [
      'a token of a command of the environment',
      () => [],
      () => ({ [`${PREFIX}_TOKEN_COMMAND`]: `cat "${tokenFile}"` }),
      { authorization: 'Bearer from-a-file' },
    ],
    [
      'a token rather than one of a command of the environment',
      () => ['--prometheus-token', 'abc'],
      () => ({ [`${PREFIX}_TOKEN_COMMAND`]: 'no-such-program' }),
      { authorization: 'Bearer abc' },
    ],
    ['a user', () => ['--prometheus-user', 'ann:pass:word'], () => ({}), { authorization: BASIC }],
    [
      'a user of the environment',
      () => [],
      () => ({ [`${PREFIX}_USERNAME`]: 'ann', [`${PREFIX}_PASSWORD`]: 'pass:word' }),
      { authorization: BASIC },
    ],
    [
      'headers',
      () => ['--prometheus-header', 'X-Scope-OrgID: east', '--prometheus-header', 'X-Other: 1'],
      () => ({}),
      { 'x-scope-orgid': 'east', 'x-other': '1' },
    ],
    [
      'headers of the environment',
      () => [],
      () => ({ [`${PREFIX}_HEADERS`]: 'X-Scope-OrgID: east' }),
      { 'x-scope-orgid': 'east' },
    ],
    [
      'a token rather than the file of the environment',
      () => ['--prometheus-token', 'abc'],
      () => ({ [`${PREFIX}_BEARER_TOKEN_FILE`]: tokenFile }),
      { authorization: 'Bearer abc' },
    ],
    [
      'a user rather than the token of the environment',
      () => ['--prometheus-user', 'ann:pass:word'],
      () => ({ [`${PREFIX}_BEARER_TOKEN`]: 'abc' }),
      { authorization: BASIC },
    ],
  ])('arrive: %s', async (_, args, environment, expected) => {
    expect(await sent([...trusting(), ...args()], environment())).toMatchObject(expected);
  });

  it('are sent only to a server with a known certificate', async () => {
    expect(await sent(['--prometheus-token', 'abc'], {})).toMatch(/certificate/);
    expect(asked).toEqual([]);
    expect(await sent([], { [`${PREFIX}_CA_FILE`]: ca })).toMatchObject({ host: new URL(url).host });
    expect(await sent(['--prometheus-insecure'], {})).toMatchObject({ host: new URL(url).host });
  });

  it.each([
    [['--prometheus-token', 'a', '--prometheus-user', 'b:c']],
    [['--prometheus-token', 'a', '--prometheus-token-file', 'b']],
  ])('are of one kind: %j', async (args) => {
    await expect(sent(args, {})).rejects.toThrow(/cannot be used with/);
  });
});

it.each([
  ['--prometheus', 'ftp://prometheus'],
  ['--prometheus', 'prometheus:9090'],
  ['--label', 'east'],
  ['--label', '1a=east'],
  ['--history', 'long'],
  ['--resolution', '90s'],
  ['--prometheus-header', 'no colon'],
  ['--baseline', '/no/such/file'],
])('refuses %s %s', (option, value) => {
  const command = withScanOptions(new Command('scan'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  expect(() => command.parse([option, value], { from: 'user' })).toThrow(new RegExp(option));
});
