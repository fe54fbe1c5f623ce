import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../config';
import { servingHosts, webhookAddress } from './address';
import { desiredConfiguration, pathAt, registeredAddress } from './webhook-configuration';

describe('the address of the webhook', () => {
  it.each([
    [
      'the service where one is named',
      { admissionServiceName: 'plumbline' },
      'https://10.0.0.1',
      { kind: 'service', namespace: 'plumbline', name: 'plumbline', port: 443 },
    ],
    [
      'the URL of the settings',
      { admissionUrl: 'https://hook.example.com:8443' },
      'https://10.0.0.1',
      { kind: 'url', url: 'https://hook.example.com:8443/mutate' },
    ],
    [
      'the listener itself where the API server is on loopback',
      {},
      'https://127.0.0.1:6443',
      { kind: 'url', url: 'https://127.0.0.1:9443/mutate' },
    ],
    [
      'the listener itself by name of loopback',
      {},
      'https://localhost:6443',
      { kind: 'url', url: 'https://127.0.0.1:9443/mutate' },
    ],
    ['unknown elsewhere', {}, 'https://10.0.0.1', { kind: 'unknown' }],
  ])('is %s', (_name, settings, server, expected) => {
    expect(webhookAddress(defaultConfig(settings), server, 9443)).toEqual(expected);
  });
});

describe('the hosts of the certificate', () => {
  it('are loopback, the service by all its names, and the host of the URL', () => {
    expect(servingHosts(defaultConfig({ admissionServiceName: 'hook' }))).toEqual(
      expect.arrayContaining(['localhost', '127.0.0.1', 'hook.plumbline.svc']),
    );
    expect(servingHosts(defaultConfig({ admissionUrl: 'https://[fd00::1]:8443/' }))).toContain('fd00::1');
  });
});

describe('the registration', () => {
  const service = { kind: 'service', namespace: 'kube-system', name: 'hook', port: 8443 } as const;

  it('reaches a service by path and port', () => {
    const [pods] = desiredConfiguration(defaultConfig(), service, 'PEM', '/mutate/secret').webhooks;
    expect(pods?.clientConfig).toEqual({
      caBundle: Buffer.from('PEM').toString('base64'),
      service: { namespace: 'kube-system', name: 'hook', path: '/mutate/secret', port: 8443 },
    });
  });

  it.each([
    [true, 'IfNeeded'],
    [false, 'Never'],
  ] as const)("asks for a second review after another webhook's change: %s", (admissionReinvoke, policy) => {
    const { webhooks } = desiredConfiguration(
      defaultConfig({ admissionReinvoke }),
      service,
      'PEM',
      '/mutate',
    );
    expect(webhooks.map(({ reinvocationPolicy }) => reinvocationPolicy)).toEqual([policy, policy]);
  });

  it('never fails closed', () => {
    const { webhooks } = desiredConfiguration(defaultConfig(), service, 'PEM', '/mutate');
    expect(webhooks.map(({ failurePolicy }) => failurePolicy)).toEqual(['Ignore', 'Ignore']);
  });

  it('has the labels in the settings', () => {
    const config = defaultConfig({ admissionWebhookLabels: ['team=a', 'odd=b=c'] });
    expect(desiredConfiguration(config, service, 'PEM', '/mutate').metadata.labels).toEqual({
      'app.kubernetes.io/managed-by': 'plumbline',
      team: 'a',
      odd: 'b=c',
    });
  });

  it.each([
    ['unless asked for', {}, [['kube-system'], undefined]],
    [
      'beside ignored ones',
      { ignoredVpaObjectNamespaces: ['lab', 'a'] },
      [
        ['a', 'kube-system', 'lab'],
        ['a', 'lab'],
      ],
    ],
    ['not if asked for', { admissionKubeSystem: true }, [undefined, undefined]],
  ])('leaves out pods of kube-system, %s, and no VPA', (_, settings, out) => {
    const { webhooks } = desiredConfiguration(defaultConfig(settings), service, 'PEM', '/mutate');
    expect(webhooks.map(({ namespaceSelector }) => namespaceSelector.matchExpressions?.[0]?.values)).toEqual(
      out,
    );
  });

  it('covers only one namespace if the settings say so', () => {
    const config = defaultConfig({ vpaObjectNamespace: 'shop' });
    for (const { namespaceSelector } of desiredConfiguration(config, service, 'PEM', '/mutate/secret')
      .webhooks)
      expect(namespaceSelector.matchExpressions).toEqual([
        { key: 'kubernetes.io/metadata.name', operator: 'In', values: ['shop'] },
      ]);
  });
});

describe('the path of a registration', () => {
  const here = { kind: 'url', url: 'https://127.0.0.1:9443/mutate' } as const;
  const at = (url: string) =>
    desiredConfiguration(defaultConfig(), { kind: 'url', url }, 'PEM', '/mutate/secret');

  it('is known where the registration leads here, and not where it leads elsewhere', () => {
    expect(pathAt(here, at('https://127.0.0.1:9443'))).toBe('/mutate/secret');
    expect(pathAt(here, at('https://127.0.0.1:9444'))).toBeUndefined();
    expect(pathAt(here, undefined)).toBeUndefined();
  });

  it('is in no word or annotation about it', () => {
    const { webhooks, metadata } = at('https://127.0.0.1:9443');
    expect(JSON.stringify(metadata)).not.toContain('secret');
    expect(webhooks.map(registeredAddress).join()).not.toContain('secret');
  });
});
