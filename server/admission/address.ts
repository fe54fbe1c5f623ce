import { isIP } from 'node:net';
import type { Config } from '../config';
import { REVIEW_PATH } from './listener';

/** How the API server reaches the webhook. `unknown`: nothing says so, and no guess would be right. */
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
 * The address to register: the service, else the URL of the settings, else the listener itself where the API
 * server lives on this machine (`serverUrl` names loopback).
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

/** Every name and address the serving certificate must stand for; loopback always, for the check from within. */
export function servingHosts(config: AddressSettings): string[] {
  const hosts = new Set(['localhost', '127.0.0.1', '::1']);
  const { admissionServiceName: service, admissionServiceNamespace: namespace } = config;
  if (service)
    for (const host of [
      `${service}.${namespace}.svc`,
      `${service}.${namespace}`,
      `${service}.${namespace}.svc.cluster.local`,
    ])
      hosts.add(host);
  if (config.admissionUrl) hosts.add(new URL(config.admissionUrl).hostname.replace(/^\[|\]$/g, ''));
  return [...hosts];
}
