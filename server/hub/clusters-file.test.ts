import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readClusters } from './clusters-file';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-hub-'));
  writeFileSync(path.join(folder, 'secret'), 'of the proxy\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string) {
  const place = path.join(folder, 'clusters.yaml');
  writeFileSync(place, text);
  return readClusters(place);
}

const one = (more: string, url = 'https://a.example.com', signOn = '{ kind: token }') =>
  `clusters:\n  - { name: a, url: "${url}", signOn: ${signOn}${more} }`;

describe('the file of clusters', () => {
  it('is read with its secrets, which lie beside it', () => {
    const signOn = '{ kind: proxy, secretFile: secret, userHeader: X-User, groupsHeader: X-Groups }';
    expect(read(one(', labels: { region: eu }', 'https://a.example.com/plumbline/', signOn))).toEqual([
      {
        name: 'a',
        url: 'https://a.example.com/plumbline',
        ca: undefined,
        labels: { region: 'eu' },
        signOn: { kind: 'proxy', secret: 'of the proxy', userHeader: 'X-User', groupsHeader: 'X-Groups' },
      },
    ]);
  });

  it.each(['', ' \n', 'hunter2\nhunter3', 'hünter2'])(
    'refuses the secret %j, and does not show it',
    (secret) => {
      writeFileSync(path.join(folder, 'odd'), secret);
      const signOn = '{ kind: proxy, secretFile: odd, userHeader: X-User, groupsHeader: X-Groups }';
      expect(() => read(one('', undefined, signOn))).toThrow(
        /^PLUMBLINE_CLUSTERS: clusters.0.signOn.secretFile: must hold one line in ASCII$/,
      );
    },
  );

  it.each(['http://localhost:3001', 'http://127.0.0.1:3001', 'http://[::1]:3001'])('takes %s', (url) => {
    expect(read(one('', url))).toHaveLength(1);
  });

  it.each([
    ['no YAML', 'clusters: [', 'is not YAML'],
    ['no clusters', 'clusters: []', 'clusters: must name a cluster'],
    [
      'a plain address elsewhere',
      one('', 'http://a.example.com'),
      'clusters.0.url: must begin with https://',
    ],
    [
      'the address of metadata',
      one('', 'http://169.254.169.254'),
      'clusters.0.url: must begin with https://',
    ],
    ['another scheme', one('', 'file:///etc/passwd'), 'clusters.0.url: must begin with https://'],
    ['a user in the address', one('', 'https://u:p@a.example.com'), 'clusters.0.url: must have no user'],
    ['no address', one('', 'a'), 'clusters.0.url: must be an address such as'],
    ['an unknown field', one(', colour: red'), 'clusters.0: Unrecognized key'],
    [
      'no way to sign on',
      one('', 'https://a.example.com', '{ kind: admin }'),
      'clusters.0.signOn.kind: must have a kind',
    ],
    ['a CA that is not there', one(', ca: none.pem'), 'clusters.0.ca: '],
    [
      'two of one name',
      `${one('')}\n  - { name: a, url: "https://b", signOn: { kind: token } }`,
      'named twice',
    ],
    [
      'a name that no address can have',
      one('').replace('name: a', 'name: ../a'),
      'clusters.0.name: must have',
    ],
  ])('with %s is refused', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
