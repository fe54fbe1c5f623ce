import { webcrypto } from 'node:crypto';
import type { X509Certificate } from '@peculiar/x509';
import { loadX509 } from '@/server/lib/http/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const x509 = await loadX509();
x509.cryptoProvider.set(webcrypto as Crypto);

interface Pem {
  cert: string;
  key: string;
}

async function pemOfKey(key: CryptoKey): Promise<string> {
  const bytes = await webcrypto.subtle.exportKey('pkcs8', key);
  return x509.PemConverter.encode(bytes, 'PRIVATE KEY');
}

/** A certificate authority for one test. */
export class TestAuthority {
  private constructor(
    private readonly keys: CryptoKeyPair,
    private readonly certificate: X509Certificate,
  ) {}

  static async create(name = 'test authority'): Promise<TestAuthority> {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: '01',
      name: `CN=${name}`,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + DAY_MS),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
    });
    return new TestAuthority(keys, certificate);
  }

  get pem(): string {
    return this.certificate.toString('pem');
  }

  /** A certificate for `name`, good for 127.0.0.1 unless it is told other addresses, and for the DNS names given. */
  async issue(
    name: string,
    { addresses = ['127.0.0.1'], dnsNames = [] as string[], expired = false } = {},
  ): Promise<Pem> {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: Buffer.from(webcrypto.getRandomValues(new Uint8Array(8))).toString('hex'),
      subject: `CN=${name}`,
      issuer: this.certificate.subject,
      notBefore: new Date(Date.now() - 2 * DAY_MS),
      notAfter: new Date(Date.now() + (expired ? -DAY_MS : DAY_MS)),
      signingKey: this.keys.privateKey,
      publicKey: keys.publicKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.SubjectAlternativeNameExtension([
          ...addresses.map((value) => ({ type: 'ip' as const, value })),
          ...dnsNames.map((value) => ({ type: 'dns' as const, value })),
        ]),
      ],
    });
    return { cert: certificate.toString('pem'), key: await pemOfKey(keys.privateKey) };
  }
}
