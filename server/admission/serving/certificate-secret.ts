import { isKubeError, type KubeClient } from '../../kube/client';
import { createOwn } from '../../kube/create-own';
import { unlessMissing } from '../../kube/errors';
import { API_RESOURCES, apiVersionOf, pathOf } from '../../objects/resources';
import type { Secret } from '../../objects/types';
import { type Lifetimes, makeCertificates, type OwnCertificates, renewalNeed } from './certificates';

const KEYS = { caPem: 'ca.crt', caKeyPem: 'ca.key', certPem: 'tls.crt', keyPem: 'tls.key' } as const;
const MAX_TRIES = 5;

interface CertificateSecretOptions {
  client: KubeClient;
  namespace: string;
  /** Where former versions kept the Secret: what is still good there goes on. */
  formerNamespace?: string | undefined;
  name: string;
  /** Names and addresses under which the API server reaches the webhook. */
  hosts: readonly string[];
  lifetimes: Lifetimes;
}

/**
 * The certificates of all replicas, in one Secret. A replica that finds them missing or due makes new ones;
 * if two do so at once, the API server accepts one, and the other uses that one's.
 */
export class CertificateSecret {
  constructor(private readonly options: CertificateSecretOptions) {}

  /** Certificates that are valid for a while. @throws KubeError if the Secret cannot be read or written */
  async current(nowMs: number): Promise<OwnCertificates> {
    for (let tries = 1; ; tries++) {
      const secret = await this.read(this.options.namespace);
      const own = secret && certificatesIn(secret);
      const known = own ?? (await this.former());
      const need = known
        ? renewalNeed(known, this.options.hosts, this.options.lifetimes, nowMs)
        : 'authority';
      if (own && need === 'none') return own;
      const made =
        known && need === 'none'
          ? known
          : await makeCertificates(
              this.options.hosts,
              nowMs,
              this.options.lifetimes,
              known && { certificates: known, keepAuthority: need === 'serving' },
            );
      try {
        await this.write(secret, made);
        return made;
      } catch (thrown) {
        if (tries >= MAX_TRIES || !isKubeError(thrown, 'conflict', 'not-found')) throw thrown;
      }
    }
  }

  /** An account that may not read it has nothing to take over. */
  private async former(): Promise<OwnCertificates | undefined> {
    const { formerNamespace, namespace } = this.options;
    if (formerNamespace === undefined || formerNamespace === namespace) return undefined;
    try {
      const secret = await this.read(formerNamespace);
      return secret && certificatesIn(secret);
    } catch (thrown) {
      if (isKubeError(thrown, 'forbidden')) return undefined;
      throw thrown;
    }
  }

  private read(namespace: string): Promise<Secret | undefined> {
    const { client, name } = this.options;
    return unlessMissing(client.request<Secret>('GET', pathOf(API_RESOURCES.secrets, namespace, name)));
  }

  private async write(former: Secret | undefined, made: OwnCertificates): Promise<void> {
    const { client, namespace, name } = this.options;
    const data = Object.fromEntries(
      Object.entries(KEYS).map(([field, key]) => [
        key,
        Buffer.from(made[field as keyof typeof KEYS]).toString('base64'),
      ]),
    );
    if (former) {
      await client.request('PUT', pathOf(API_RESOURCES.secrets, namespace, name), {
        body: { ...former, data },
      });
      return;
    }
    const body: Secret = {
      apiVersion: apiVersionOf(API_RESOURCES.secrets),
      kind: API_RESOURCES.secrets.kind,
      metadata: { name, namespace },
      type: 'Opaque',
      data,
    };
    await createOwn(client, API_RESOURCES.secrets, namespace, body);
  }
}

function certificatesIn({ data }: Secret): OwnCertificates | undefined {
  const read = (key: string) => Buffer.from(data?.[key] ?? '', 'base64').toString('utf8');
  const own = {
    caPem: read(KEYS.caPem),
    caKeyPem: read(KEYS.caKeyPem),
    certPem: read(KEYS.certPem),
    keyPem: read(KEYS.keyPem),
  };
  return Object.values(own).every((pem) => pem.includes('-----BEGIN')) ? own : undefined;
}
