import { randomBytes } from 'node:crypto';
import type { RoleContext } from '../../kube/role-context';
import type { Logger } from '../../lib/report/log';
import type { AdmissionSettings } from '../settings';
import { registeredHost, servingHosts } from './address';
import {
  CertificateKeeper,
  type CertificateSource,
  FileCertificateSource,
  OwnCertificateSource,
  WithClientAuthority,
} from './certificate-keeper';
import { CertificateSecret } from './certificate-secret';
import { certificateExpiry, LIFETIMES, type Lifetimes, type ServingMaterial } from './certificates';
import { type ListenerOptions, WebhookListener } from './listener';
import type { AdmissionMetrics } from './metrics';
import { CERTIFICATE_SECRET_NAME, REVIEW_PATH } from './names';
import { Registrar } from './registrar';
import { isSamePath, ReviewPaths } from './review-paths';
import { selfReview } from './self-review';
import type { Proof } from './sender';

/**
 * An API server sees a new authority within this time, and must before it meets a certificate signed by it.
 */
const AUTHORITY_SETTLES_MS = 5_000;

/** Intervals of checks, in real time; tests use shorter ones. */
export interface ServingTimings {
  certificateLifetimes?: Lifetimes;
  certificatesEveryMs?: number;
  registrationEveryMs?: number;
}

interface ServingOptions extends Pick<ListenerOptions, 'review' | 'shed' | 'unproven'> {
  metrics: Pick<AdmissionMetrics, 'certificateExpiry'>;
  log: Logger;
  timings: ServingTimings;
  /** The namespaces with VPAs that are served. */
  namespaces: () => ReadonlySet<string>;
}

/** The webhook as the API server sees it: a listener, its serving certificate and its registration. */
export class WebhookServing {
  private readonly listener: WebhookListener;
  readonly registrar: Registrar;
  private readonly keeper: CertificateKeeper;
  private readonly paths: ReviewPaths;
  /** By which this process reviews itself where others prove themselves by a certificate. */
  private readonly ownPath = `${REVIEW_PATH}/${randomBytes(32).toString('hex')}`;
  private served?: ServingMaterial;
  /** When the serving certificate expires, Unix ms of real time; undefined without one. */
  certificateExpiresMs: number | undefined;

  constructor(
    private readonly context: RoleContext<AdmissionSettings>,
    private readonly options: ServingOptions,
  ) {
    const { config, client, wallClock, problems } = context;
    const { review, shed, unproven, timings, log } = options;
    this.paths = new ReviewPaths(wallClock);
    this.listener = new WebhookListener({
      host: config.admissionHost,
      port: config.admissionPort,
      maxConcurrent: config.admissionMaxConcurrent,
      proof: this.proof(),
      review,
      shed,
      unproven,
    });
    this.registrar = new Registrar({
      config,
      client,
      wallClock,
      problems,
      log,
      loops: context.loops,
      port: () => this.port,
      paths: this.paths,
      refresh: () => this.keeper.refresh(),
      namespaces: options.namespaces,
      everyMs: timings.registrationEveryMs,
    });
    this.keeper = new CertificateKeeper({
      source: certificateSource(context, timings.certificateLifetimes),
      wallClock,
      log,
      loops: context.loops,
      checkEveryMs: timings.certificatesEveryMs,
      changed: (material, signal) => this.use(material, signal),
    });
  }

  get port(): number | undefined {
    return this.listener.port;
  }

  /** @throws Error if the port cannot be used */
  async start(): Promise<void> {
    await this.keeper.start();
    this.registrar.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.registrar.stop(), this.keeper.stop()]);
    await this.listener.close();
  }

  /** What is wrong with the answer to a review sent to ourselves through TLS; undefined if nothing is. */
  async answerFault(): Promise<string | undefined> {
    const { served, port } = this;
    if (!served || port === undefined) return 'the listener has not started';
    const { admissionHost, admissionTimeoutMs } = this.context.config;
    return selfReview({
      host: admissionHost === '0.0.0.0' || admissionHost === '::' ? '127.0.0.1' : admissionHost,
      port,
      caPem: served.caPem,
      name: registeredHost(this.context.config),
      path: this.isByCertificate ? this.ownPath : (this.paths.path ?? REVIEW_PATH),
      timeoutMs: admissionTimeoutMs / 2,
      wallClock: this.context.wallClock,
    });
  }

  private get isByCertificate(): boolean {
    return this.context.config.admissionClientCaFile !== '';
  }

  /** The API server proves itself by a certificate if that is set up, else by the path that it was told. */
  private proof(): Proof {
    const { paths, isByCertificate, ownPath } = this;
    const { admissionClientNames: clientNames, admissionProof } = this.context.config;
    return {
      knowsPath: isByCertificate ? (path) => isSamePath(path, ownPath) : (path) => paths.proves(path),
      get revision() {
        return paths.revision;
      },
      byCertificate: isByCertificate,
      clientNames,
      believesAnyone: !admissionProof,
    };
  }

  /**
   * The API server gets an authority before it meets a certificate that needs it, and trusts the previous one
   * as long as it may meet its certificates.
   */
  private async takeOver(
    former: ServingMaterial,
    material: ServingMaterial,
    signal: AbortSignal,
  ): Promise<void> {
    const { wallClock } = this.context;
    if (former.caPem !== material.caPem && certificateExpiry(former) > wallClock.now()) {
      await this.registrar.believe({ ...material, caPem: material.caPem + former.caPem });
      await wallClock.sleep(AUTHORITY_SETTLES_MS, signal);
    }
    this.listener.setMaterial(material);
  }

  private async use(material: ServingMaterial, signal: AbortSignal): Promise<void> {
    const former = this.served;
    this.paths.use(material);
    if (!former) await this.listener.start(material);
    else await this.takeOver(former, material, signal);
    this.served = material;
    this.certificateExpiresMs = certificateExpiry(material);
    await this.registrar.believe(material);
    this.options.metrics.certificateExpiry.set(this.certificateExpiresMs / 1000);
    const expires = new Date(this.certificateExpiresMs).toISOString();
    this.options.log.info({ expires }, 'Webhook certificate in use');
  }
}

function certificateSource(
  context: RoleContext<AdmissionSettings>,
  lifetimes: Lifetimes = LIFETIMES,
): CertificateSource {
  const { admissionClientCaFile: clientCaFile } = context.config;
  const source = servingSource(context, lifetimes);
  return clientCaFile ? new WithClientAuthority(source, clientCaFile, context.problems) : source;
}

function servingSource(
  { config, client, problems }: RoleContext<AdmissionSettings>,
  lifetimes: Lifetimes,
): CertificateSource {
  const { admissionCertFile: cert, admissionKeyFile: key, admissionCaFile: ca } = config;
  if (cert || key || ca)
    return new FileCertificateSource({ cert, key, ca }, [registeredHost(config)], problems);
  const hosts = servingHosts(config);
  const secret = new CertificateSecret({
    client,
    namespace: config.ownNamespace,
    formerNamespace: config.systemNamespace,
    name: CERTIFICATE_SECRET_NAME,
    hosts,
    lifetimes,
  });
  return new OwnCertificateSource(secret, hosts, lifetimes, problems);
}
