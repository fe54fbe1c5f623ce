import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { loadX509 } from '../../lib/http/x509';

/** What the listener serves with and what the API server verifies it by; all PEM. */
export interface ServingMaterial {
  /** One authority, or several during a replacement. */
  caPem: string;
  certPem: string;
  keyPem: string;
  /** The authority of the certificates by which API servers prove who they are, if they do. */
  clientCaPem?: string;
}

/** Serving material whose authority is our own, so that it can be renewed. */
export interface OwnCertificates extends ServingMaterial {
  caKeyPem: string;
}

export interface Lifetimes {
  authorityMs: number;
  servingMs: number;
}

const DAY_MS = 86_400_000;
export const LIFETIMES: Lifetimes = { authorityMs: 3650 * DAY_MS, servingMs: 90 * DAY_MS };

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** Clocks of API servers may be behind ours. */
const CLOCK_SKEW_MS = DAY_MS;
/** A certificate is renewed when this share of its life is left. */
const RENEW_AT_SHARE_LEFT = 1 / 3;

/** What to do about certificates. `authority`: replace everything. */
type RenewalNeed = 'none' | 'serving' | 'authority';

/**
 * Whether these certificates serve `hosts` at `nowMs` (wall clock), well before either expires. Unreadable
 * ones are replaced.
 */
export function renewalNeed(
  own: OwnCertificates,
  hosts: readonly string[],
  lifetimes: Lifetimes,
  nowMs: number,
): RenewalNeed {
  try {
    const ca = new X509Certificate(own.caPem);
    createPrivateKey(own.caKeyPem);
    if (!ca.checkPrivateKey(createPrivateKey(own.caKeyPem))) return 'authority';
    if (isDue(ca, lifetimes.authorityMs, nowMs)) return 'authority';
    return servesFor(own, hosts, nowMs) &&
      !isDue(new X509Certificate(own.certPem), lifetimes.servingMs, nowMs)
      ? 'none'
      : 'serving';
  } catch {
    return 'authority';
  }
}

/** Whether the material fits together and includes every host at `nowMs`. */
export function servesFor(material: ServingMaterial, hosts: readonly string[], nowMs: number): boolean {
  try {
    const cert = new X509Certificate(material.certPem);
    return (
      cert.checkPrivateKey(createPrivateKey(material.keyPem)) &&
      authoritiesIn(material.caPem).some((ca) => cert.checkIssued(ca) && cert.verify(ca.publicKey)) &&
      Date.parse(cert.validTo) > nowMs &&
      hosts.every((host) => (isIP(host) ? cert.checkIP(host) : cert.checkHost(host)) !== undefined)
    );
  } catch {
    return false;
  }
}

/** When the serving certificate expires, in Unix milliseconds. */
export function certificateExpiry({ certPem }: ServingMaterial): number {
  return Date.parse(new X509Certificate(certPem).validTo);
}

function isDue(cert: X509Certificate, lifetimeMs: number, nowMs: number): boolean {
  return nowMs >= Date.parse(cert.validTo) - lifetimeMs * RENEW_AT_SHARE_LEFT;
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** @throws Error if one is unreadable */
export function authoritiesIn(pem: string): X509Certificate[] {
  return (pem.match(PEM_BLOCK) ?? []).map((block) => new X509Certificate(block));
}

/**
 * New certificates for `hosts`. If `former` has an authority that is still valid, it signs; else a new
 * authority is made, and the previous one stays in `caPem`, so that what it signed stays trusted.
 */
export async function makeCertificates(
  hosts: readonly string[],
  nowMs: number,
  lifetimes: Lifetimes = LIFETIMES,
  former?: { certificates: OwnCertificates; keepAuthority: boolean },
): Promise<OwnCertificates> {
  const authority =
    former?.keepAuthority === true
      ? { caPem: former.certificates.caPem, caKeyPem: former.certificates.caKeyPem }
      : await makeAuthority(nowMs, lifetimes.authorityMs);
  const serving = await issue(authority, hosts, nowMs, lifetimes.servingMs);
  const stillBelieved = former && !former.keepAuthority ? livingAuthorities(former.certificates, nowMs) : '';
  return { ...authority, caPem: authority.caPem + stillBelieved, ...serving };
}

function livingAuthorities({ caPem }: OwnCertificates, nowMs: number): string {
  return (caPem.match(PEM_BLOCK) ?? [])
    .slice(0, 1)
    .filter((block) => Date.parse(new X509Certificate(block).validTo) > nowMs)
    .map((block) => `${block}\n`)
    .join('');
}

async function makeAuthority(
  nowMs: number,
  lifetimeMs: number,
): Promise<{ caPem: string; caKeyPem: string }> {
  const x509 = await x509Ready();
  const keys = await newKeys();
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=plumbline-admission-ca-${randomBytes(4).toString('hex')}`,
    notBefore: new Date(nowMs - CLOCK_SKEW_MS),
    notAfter: new Date(nowMs + lifetimeMs),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { caPem: `${ca.toString('pem')}\n`, caKeyPem: await privateKeyPem(keys) };
}

async function issue(
  authority: { caPem: string; caKeyPem: string },
  hosts: readonly string[],
  nowMs: number,
  lifetimeMs: number,
): Promise<{ certPem: string; keyPem: string }> {
  const x509 = await x509Ready();
  const ca = new x509.X509Certificate(authority.caPem.match(PEM_BLOCK)?.[0] ?? '');
  const keys = await newKeys();
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: 'CN=plumbline-admission',
    issuer: ca.subject,
    notBefore: new Date(nowMs - CLOCK_SKEW_MS),
    notAfter: new Date(nowMs + lifetimeMs),
    signingAlgorithm: ALGORITHM,
    signingKey: await webcrypto.subtle.importKey(
      'pkcs8',
      x509.PemConverter.decodeFirst(authority.caKeyPem),
      ALGORITHM,
      false,
      ['sign'],
    ),
    publicKey: keys.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((host) => ({ type: isIP(host) ? ('ip' as const) : ('dns' as const), value: host })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(ca.publicKey),
    ],
  });
  return { certPem: `${cert.toString('pem')}\n`, keyPem: await privateKeyPem(keys) };
}

async function x509Ready() {
  const x509 = await loadX509();
  x509.cryptoProvider.set(webcrypto as Crypto);
  return x509;
}

async function newKeys(): Promise<CryptoKeyPair> {
  return (await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair;
}

async function privateKeyPem(keys: CryptoKeyPair): Promise<string> {
  const x509 = await loadX509();
  const der = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey as webcrypto.CryptoKey);
  return `${x509.PemConverter.encode(der, 'PRIVATE KEY')}\n`;
}

function serialNumber(): string {
  return `00${randomBytes(15).toString('hex')}`;
}
