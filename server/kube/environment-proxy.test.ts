import { describe, expect, it } from 'vitest';
import { proxyFor } from './environment-proxy';

const https = 'http://proxy.example:3128';

describe('the proxy that the environment names', () => {
  it.each<[string, string, string, string | undefined]>([
    ['is taken for an https address', 'https://api.example:6443', '', https],
    ['is not taken for an http address', 'http://api.example:8080', '', undefined],
    ['is not taken for this machine', 'https://127.0.0.1:6443', '', undefined],
    ['nor for its name', 'https://localhost:6443', '', undefined],
    ['nor for its address of IPv6', 'https://[::1]:6443', '', undefined],
    ['nor for a host', 'https://api.example:6443', 'other.example, api.example', undefined],
    ['nor for a host below a domain', 'https://api.example:6443', 'example', undefined],
    ['nor below a domain with a dot', 'https://api.example:6443', '.example', undefined],
    ['but for the domain itself then', 'https://example:6443', '.example', https],
    ['and for a host that only ends alike', 'https://myexample:6443', 'example', https],
    ['nor for addresses of a block', 'https://10.96.0.1:443', '10.0.0.0/8', undefined],
    ['but for those outside of it', 'https://11.96.0.1:443', '10.0.0.0/8', https],
    ['nor for blocks of IPv6', 'https://[fd00::1]:443', 'fd00::/8', undefined],
    ['nor for one port', 'https://api.example:6443', 'api.example:6443', undefined],
    ['but for its other ports', 'https://api.example', 'api.example:6443', https],
    ['nor for anything', 'https://api.example:6443', '*', undefined],
    ['whatever nonsense is beside it', 'https://10.96.0.1:443', '10.0.0.0/99,,/8', https],
  ])('%s (%s, NO_PROXY=%s)', (_, address, none, expected) => {
    expect(proxyFor(address, { https, none })).toBe(expected);
  });

  it('may be written without its scheme', () => {
    expect(proxyFor('https://api.example', { https: 'proxy.example:3128' })).toBe(
      'http://proxy.example:3128',
    );
  });
});
