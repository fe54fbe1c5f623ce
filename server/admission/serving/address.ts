import { isIP } from 'node:net';
import type { Config } from '../../config';
import { REVIEW_PATH } from './names';

/** How the API server reaches the webhook. `unknown`: not configured, and no guess is safe. */
export type WebhookAddress =
  | { kind: 'service'; namespace: string; name: string; port: number }
  | { kind: 'url'; url: string }
  | { kind: 'unknown' };

type AddressSettings = Pick<
  Config,
  | 'admissionServiceNamespace'
  | 'admissionServiceName'
  | 'admissionServicePort'
  | 'admissionUrl'
  | 'admissionHost'
>;

/**
 * The address to register: the service, else the URL in the settings, else the listener itself if the API
 * server is on this machine (`serverUrl` is a loopback name).
 */
export function webhookAddress(config: AddressSettings, serverUrl: string, port: number): WebhookAddress {
  if (config.admissionServiceName)
    return {
      kind: 'service',
      namespace: config.admissionServiceNamespace,
      name: config.admissionServiceName,
      port: config.admissionServicePort,
    };
  if (config.admissionUrl) return { kind: 'url', url: new URL(REVIEW_PATH, config.admissionUrl).href };
  if (!isLoopback(new URL(serverUrl).hostname)) return { kind: 'unknown' };
  return {
    kind: 'url',
    url: `https://${isIP(config.admissionHost) === 6 ? '[::1]' : '127.0.0.1'}:${port}${REVIEW_PATH}`,
  };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** The listener's name or address as the API server uses it, which the serving certificate must include. */
export function registeredHost(config: AddressSettings): string {
  const { admissionServiceName: service, admissionServiceNamespace: namespace, admissionUrl: url } = config;
  if (service) return `${service}.${namespace}.svc`;
  if (url) return new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(config.admissionHost) === 6 ? '::1' : '127.0.0.1';
}

/** Every name and address in our own certificates, however the listener is reached. */
export function servingHosts(config: AddressSettings): string[] {
  const hosts = new Set(['localhost', '127.0.0.1', '::1', registeredHost(config)]);
  const { admissionServiceName: service, admissionServiceNamespace: namespace } = config;
  if (service)
    for (const host of [`${service}.${namespace}`, `${service}.${namespace}.svc.cluster.local`])
      hosts.add(host);
  return [...hosts];
}
