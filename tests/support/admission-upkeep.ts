import { afterEach, beforeEach } from 'vitest';
import { CERTIFICATE_SECRET_NAME } from '@/server/admission';
import type { Lifetimes } from '@/server/admission/serving/certificates';
import type { MutatingWebhookConfiguration } from '@/server/admission/serving/webhook-configuration';
import type { Config } from '@/server/config';
import { ADMISSION_LEASE_NAME } from '@/server/kube/lease';
import { type Clock, wallClock } from '@/server/lib/time/clock';
import type { Lease, Secret } from '@/server/objects/types';
import { AdmissionCluster, Admitting, LEASES, WEBHOOKS } from './admitting';
import { until } from './until';

export const SYSTEM = 'kube-system';
/** Where Plumbline keeps what is its own. */
export const OWN = 'plumbline';
export const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
export const DAY_MS = 86_400_000;
export const LIFETIMES: Lifetimes = { authorityMs: 3650 * DAY_MS, servingMs: 90 * DAY_MS };

/** The cluster of the test, */
export let cluster: AdmissionCluster;
/** and these processes on it, in the order they started; what a test leaves here is stopped after it. */
export const running: Admitting[] = [];

/** Gives every test of the file a cluster of its own. */
export function clusterForEach(): void {
  beforeEach(async () => {
    cluster = await AdmissionCluster.start();
  });
  afterEach(async () => {
    for (const admitting of running.splice(0)) await admitting.stop();
    await cluster.close();
  });
}

export function start(
  config?: Partial<Config>,
  options?: Parameters<typeof Admitting.start>[2],
  clock?: Clock,
): Promise<Admitting> {
  return startWith(cluster.sandbox.kubeconfigPath, config, options, clock);
}

export async function startWith(...args: Parameters<typeof Admitting.start>): Promise<Admitting> {
  const admitting = await Admitting.start(...args);
  running.push(admitting);
  return admitting;
}

export function registration(): MutatingWebhookConfiguration | undefined {
  return cluster.sandbox.registry.get<MutatingWebhookConfiguration>(WEBHOOKS, undefined, 'plumbline');
}

export function certificates(): Secret | undefined {
  return cluster.sandbox.registry.get<Secret>('secrets', OWN, CERTIFICATE_SECRET_NAME);
}

export function renewedAt(): string | undefined {
  return cluster.sandbox.registry.get<Lease>(LEASES, SYSTEM, ADMISSION_LEASE_NAME)?.spec.renewTime;
}

/** Times of creation are whole seconds: what comes from then on came later than what there is. */
export async function nextSecond(): Promise<void> {
  const second = Math.floor(wallClock.now() / 1000);
  await until('the next second', () => Math.floor(wallClock.now() / 1000) > second);
}

export function decoded(secret: Secret | undefined, key: string): string {
  return Buffer.from(secret?.data?.[key] ?? '', 'base64').toString('utf8');
}

/** What someone else does to the registration. */
export function editRegistration(change: (draft: MutatingWebhookConfiguration) => void): void {
  cluster.sandbox.registry.mutate<MutatingWebhookConfiguration>(WEBHOOKS, undefined, 'plumbline', change);
}

/** The authorities that the API server is told to believe. */
export function bundle(): string {
  return Buffer.from(registration()?.webhooks?.[0]?.clientConfig.caBundle ?? '', 'base64').toString('utf8');
}
