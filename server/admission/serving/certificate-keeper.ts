import { readFile } from 'node:fs/promises';
import { isConnectionLost } from '../../kube/errors';
import type { ProblemReporter } from '../../kube/problems';
import type { ClusterContext } from '../../kube/role-context';
import { errorText } from '../../lib/report/errors';
import { type Repeating, repeat } from '../../lib/time/repeat';
import type { CertificateSecret } from './certificate-secret';
import {
  authoritiesIn,
  certificateExpiry,
  type Lifetimes,
  makeCertificates,
  type OwnCertificates,
  renewalNeed,
  type ServingMaterial,
  servesFor,
} from './certificates';

/** Where serving material comes from. */
export interface CertificateSource {
  /** How soon what something else changed must be noticed. */
  readonly checkEveryMs: number;
  /** The material to serve with at `nowMs`. @throws Error if there is no usable one */
  current(nowMs: number): Promise<ServingMaterial>;
}

/** A Secret is read as well before the registration is changed, which another replica does that renewed it. */
const SECRET_EVERY_MS = 60_000;
/** Files cost no request. */
const FILES_EVERY_MS = 20_000;

const SHARED_ABOUT = 'Secret of the admission webhook';
const FILES_ABOUT = 'files of the admission webhook';

/**
 * Our own certificates: shared by all replicas if the Secret can be used, else made for this process alone. While the
 * Secret cannot be read, those that were read last go on: others would need another registration each time.
 */
export class OwnCertificateSource implements CertificateSource {
  readonly checkEveryMs = SECRET_EVERY_MS;
  private shared?: OwnCertificates;
  private alone?: OwnCertificates;

  constructor(
    private readonly secret: Pick<CertificateSecret, 'current'>,
    private readonly hosts: readonly string[],
    private readonly lifetimes: Lifetimes,
    private readonly problems: ProblemReporter,
  ) {}

  async current(nowMs: number): Promise<ServingMaterial> {
    try {
      this.shared = await this.secret.current(nowMs);
      this.problems.clear('webhook-certificate-not-shared', SHARED_ABOUT);
      return this.shared;
    } catch (thrown) {
      if (!isConnectionLost(thrown))
        this.problems.report('webhook-certificate-not-shared', SHARED_ABOUT, errorText(thrown));
      return this.shared && this.isGood(this.shared, nowMs) ? this.shared : this.own(nowMs);
    }
  }

  private isGood(certificates: OwnCertificates, nowMs: number): boolean {
    return renewalNeed(certificates, this.hosts, this.lifetimes, nowMs) === 'none';
  }

  private async own(nowMs: number): Promise<ServingMaterial> {
    const known = this.alone;
    const need = known ? renewalNeed(known, this.hosts, this.lifetimes, nowMs) : 'authority';
    if (known && need === 'none') return known;
    const former = known && { certificates: known, keepAuthority: need === 'serving' };
    this.alone = await makeCertificates(this.hosts, nowMs, this.lifetimes, former);
    return this.alone;
  }
}

interface CertificateFiles {
  cert: string;
  key: string;
  ca: string;
}

/** Certificates in files that something else maintains, such as cert-manager; read again on every request. */
export class FileCertificateSource implements CertificateSource {
  readonly checkEveryMs = FILES_EVERY_MS;

  constructor(
    private readonly files: CertificateFiles,
    private readonly hosts: readonly string[],
    private readonly problems: ProblemReporter,
  ) {}

  async current(nowMs: number): Promise<ServingMaterial> {
    try {
      const [certPem, keyPem, caPem] = await Promise.all(
        [this.files.cert, this.files.key, this.files.ca].map((file) => readFile(file, 'utf8')),
      );
      const material = { certPem: certPem ?? '', keyPem: keyPem ?? '', caPem: caPem ?? '' };
      if (!servesFor(material, this.hosts, nowMs))
        throw new Error(`they do not match, have expired or do not name ${this.hosts.join(', ')}`);
      this.problems.clear('webhook-certificate-unusable', FILES_ABOUT);
      return material;
    } catch (thrown) {
      this.problems.report('webhook-certificate-unusable', FILES_ABOUT, errorText(thrown));
      throw thrown;
    }
  }
}

const CLIENTS_ABOUT = 'authority of the API server';

/** A source and the authority that signed what API servers show; read again on every request. */
export class WithClientAuthority implements CertificateSource {
  readonly checkEveryMs = FILES_EVERY_MS;

  constructor(
    private readonly source: CertificateSource,
    private readonly file: string,
    private readonly problems: ProblemReporter,
  ) {}

  async current(nowMs: number): Promise<ServingMaterial> {
    const material = await this.source.current(nowMs);
    try {
      const clientCaPem = await readFile(this.file, 'utf8');
      if (authoritiesIn(clientCaPem).length === 0) throw new Error(`${this.file} has no certificate`);
      this.problems.clear('webhook-certificate-unusable', CLIENTS_ABOUT);
      return { ...material, clientCaPem };
    } catch (thrown) {
      this.problems.report('webhook-certificate-unusable', CLIENTS_ABOUT, errorText(thrown));
      throw thrown;
    }
  }
}

/** An expired certificate, as after the machine slept, is replaced within this time. */
const EXPIRY_CHECK_EVERY_MS = 1_000;

interface CertificateKeeperOptions extends Pick<ClusterContext, 'wallClock' | 'log' | 'loops'> {
  source: CertificateSource;
  checkEveryMs?: number;
  /** Called with the first material and with every replacement; awaited before the next check. */
  changed: (material: ServingMaterial, signal: AbortSignal) => Promise<void>;
}

/** Checks for new certificates regularly and passes them on; keeps the previous ones while there are none. */
export class CertificateKeeper {
  private material?: ServingMaterial;
  private readonly stopping = new AbortController();
  private repeating?: Repeating;
  private looking: Promise<void> = Promise.resolve();
  private lookedAtMs = 0;
  private expiresAtMs = Number.POSITIVE_INFINITY;

  constructor(private readonly options: CertificateKeeperOptions) {}

  /**
   * Checks once at once, then regularly. Resolves after the first check.
   * @throws what using the first material throws
   */
  async start(): Promise<void> {
    await this.look();
    const { wallClock, loops, source, checkEveryMs = source.checkEveryMs } = this.options;
    this.repeating = repeat({
      name: 'renew certificates',
      everyMs: Math.min(checkEveryMs, EXPIRY_CHECK_EVERY_MS),
      waitsFirst: true,
      clock: wallClock,
      wallClock,
      loops,
      run: async () => {
        const sinceMs = wallClock.steady() - this.lookedAtMs;
        if (sinceMs >= checkEveryMs || wallClock.now() >= this.expiresAtMs) await this.refresh();
      },
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.repeating?.stop();
  }

  /** Checks for new certificates now, and resolves once they are in use. */
  refresh(): Promise<void> {
    this.looking = this.looking
      .then(() => this.look())
      .catch((error: unknown) => {
        this.options.log.error({ err: error }, 'New certificates could not be used');
      });
    return this.looking;
  }

  private async look(): Promise<void> {
    this.lookedAtMs = this.options.wallClock.steady();
    const found = await this.options.source.current(this.options.wallClock.now()).catch(() => undefined);
    const known = this.material;
    if (!found || (known && isSameMaterial(known, found))) return;
    await this.options.changed(found, this.stopping.signal);
    this.material = found;
    this.expiresAtMs = certificateExpiry(found);
  }
}

function isSameMaterial(one: ServingMaterial, other: ServingMaterial): boolean {
  return (['certPem', 'keyPem', 'caPem', 'clientCaPem'] as const).every((part) => one[part] === other[part]);
}
