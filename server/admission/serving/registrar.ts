import { isConnectionLost } from '../../kube/errors';
import { ADMISSION_LEASE_NAME, isFree, readLease } from '../../kube/lease';
import { LeaseObserver } from '../../kube/lease-observer';
import type { ClusterContext, RoleContext } from '../../kube/role-context';
import { errorText } from '../../lib/report/errors';
import { shortened } from '../../lib/report/shortened';
import { type Repeating, repeat } from '../../lib/time/repeat';
import type { LabelSelectorRequirement } from '../../objects/types';
import type { AdmissionSettings } from '../settings';
import { webhookAddress } from './address';
import type { ServingMaterial } from './certificates';
import { faultOfRegistration, namespacesLeftOut, reconcileRegistration } from './registration';
import { isSecretPath, type ReviewPaths } from './review-paths';
import { selfReview } from './self-review';
import { desiredConfiguration, pathAt, registeredPath, type Webhook } from './webhook-configuration';

interface RegistrarOptions
  extends Pick<ClusterContext, 'wallClock' | 'log' | 'problems' | 'client' | 'loops'> {
  config: AdmissionSettings;
  /** The listener's port; undefined while it does not listen. */
  port: () => number | undefined;
  paths: ReviewPaths;
  /** Updates the authority before a change: another replica may have changed it, and that must not be undone. */
  refresh: () => Promise<void>;
  /** The namespaces with VPAs that are served. */
  namespaces: () => ReadonlySet<string>;
  everyMs?: number;
}

/** The longest time that someone else's edit of the registration lasts. */
const LOOK_EVERY_MS = 20_000;
/** A lease seen longer ago does not tell how old it was when seen again. */
const LEASE_FOLLOWED_MS = 60_000;
const ABOUT = 'MutatingWebhookConfiguration';

const PROBE_TIMEOUT_MS = 2_000;

interface Options extends Pick<RoleContext<AdmissionSettings>, 'client' | 'config' | 'wallClock'> {
  /** Follows the lease of admission from check to check. */
  seen: LeaseObserver;
}

/**
 * Whether another Plumbline serves at the address of `registered`: whether it answers from here or, if that
 * says nothing, whether the lease is fresh, which only a process with a right registration renews.
 * @throws KubeError if the lease cannot be read
 */
async function isServedElsewhere(
  { client, config, wallClock, seen }: Options,
  webhook: Webhook,
): Promise<boolean> {
  const { url, caBundle = '' } = webhook.clientConfig;
  if (url !== undefined) {
    const { hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    const fault = await selfReview({
      host,
      port: Number(port || 443),
      caPem: Buffer.from(caBundle, 'base64').toString('utf8'),
      name: host,
      path: registeredPath(webhook),
      timeoutMs: PROBE_TIMEOUT_MS,
      wallClock,
    });
    if (fault === undefined) return true;
    if (fault.includes('ECONNREFUSED')) return false;
  }
  const lease = await readLease(client, config.systemNamespace, ADMISSION_LEASE_NAME);
  if (!lease) return false;
  seen.saw(lease);
  return !isFree(lease, seen);
}

/** Keeps the registration right while it runs, and leaves it in place when it stops. */
export class Registrar {
  private material?: ServingMaterial;
  /** Authority and path in the registration, as this process wrote or found them. */
  private written?: string;
  private known: string | undefined = 'the webhook has not been registered yet';
  private looking?: Repeating;
  /** Which namespaces with VPAs the expressions that others added leave out, and by what that was found. */
  private narrowed: { by: string; namespaces: ReadonlySet<string> } = { by: '', namespaces: new Set() };

  private readonly seen: LeaseObserver;

  constructor(private readonly options: RegistrarOptions) {
    this.seen = new LeaseObserver(options.wallClock, LEASE_FOLLOWED_MS);
  }

  /** What is wrong with the registration as of the last check; undefined if it is right. */
  fault(): string | undefined {
    return this.known;
  }

  /** Whether others have the API server ask nothing about this namespace. */
  leavesOut(namespace: string): boolean {
    return this.narrowed.namespaces.has(namespace);
  }

  start(): void {
    this.looking = repeat({
      name: 'register the webhook',
      everyMs: this.options.everyMs ?? LOOK_EVERY_MS,
      waitsFirst: true,
      wallClock: this.options.wallClock,
      clock: this.options.wallClock,
      loops: this.options.loops,
      run: async () => {
        const { config, refresh } = this.options;
        if (!config.admissionRegister) await refresh();
        await this.look(refresh);
      },
    });
  }

  async stop(): Promise<void> {
    await this.looking?.stop();
  }

  /** From now on the API server should trust this. Resolves once the registration says so, or failed. */
  async believe(material: ServingMaterial): Promise<void> {
    this.material = material;
    await this.look();
  }

  /** Checks the registration once and repairs it. */
  private async look(beforeChange?: () => Promise<void>): Promise<void> {
    this.options.paths.forgetOld();
    this.known = await this.reconcile(beforeChange);
  }

  /** Of the authorities that the API server should trust. */
  private get caPem(): string {
    return this.material?.caPem ?? '';
  }

  /** Takes the paths that something else registered. Returns whether the API server can prove itself. */
  private learn(found: readonly string[]): boolean {
    const { paths, config } = this.options;
    for (const path of found) paths.learn(path);
    const needsPath = config.admissionProof && config.admissionClientCaFile === '';
    return !needsPath || found.every(isSecretPath);
  }

  /** Says which VPAs have no effect on new pods since others leave their namespaces out. */
  private async tellNarrowed(about: string, added: readonly LabelSelectorRequirement[]): Promise<void> {
    const { client, problems } = this.options;
    const namespaces = this.options.namespaces();
    const by = added.length === 0 ? '' : JSON.stringify([added, [...namespaces].sort()]);
    if (by === this.narrowed.by) return;
    const leftOut = await namespacesLeftOut(client, added, namespaces);
    this.narrowed = { by, namespaces: new Set(leftOut) };
    if (leftOut.length === 0) problems.clear('webhook-narrowed', about);
    else
      problems.report(
        'webhook-narrowed',
        about,
        shortened(`new pods of ${leftOut.join(', ')} are not reviewed`),
      );
  }

  private async reconcile(beforeChange?: () => Promise<void>): Promise<string | undefined> {
    const { config, client, wallClock, problems, log, paths } = this.options;
    const { material } = this;
    const port = this.options.port();
    if (material === undefined || port === undefined) return 'the listener has not started';
    const about = `${ABOUT} ${config.admissionWebhookName}`;
    try {
      if (!config.admissionRegister) {
        const name = config.admissionWebhookName;
        const learn = (found: readonly string[]) => this.learn(found);
        const fault = await faultOfRegistration(client, { name, material, nowMs: wallClock.now(), learn });
        problems.clear('webhook-not-registered', about);
        return fault;
      }
      const address = webhookAddress(config, client.server, port);
      if (address.kind === 'unknown') {
        problems.report('webhook-address-unknown', about);
        return 'the address of the webhook is not set';
      }
      const name = config.admissionWebhookName;
      const outcome = await reconcileRegistration(
        client,
        name,
        (found) =>
          desiredConfiguration(config, address, this.caPem, paths.toRegister(pathAt(address, found))),
        (other) => isServedElsewhere({ ...this.options, seen: this.seen }, other),
        beforeChange,
      );
      problems.clear('webhook-not-registered', about);
      problems.clear('webhook-address-unknown', about);
      if (outcome.kind === 'elsewhere') {
        problems.report('webhook-registered-elsewhere', about, `it is reached at ${outcome.address}`);
        return `another Plumbline is registered, which is reached at ${outcome.address}`;
      }
      await this.tellNarrowed(about, outcome.added);
      if (outcome.kind !== 'right') log.info({ outcome: outcome.kind, webhook: name }, 'Webhook registered');
      problems.clear('webhook-registered-elsewhere', about);
      const written = `${this.caPem}${paths.path}`;
      const wasOurs = this.written === written;
      this.written = written;
      // Whoever changed it may do so again: it is healthy only after a check finds it unchanged.
      const wasAsked = outcome.kind === 'right' || (outcome.kind === 'mended' && outcome.wasAsked);
      return !wasAsked && wasOurs
        ? 'someone changed or removed the registration; it was repaired'
        : undefined;
    } catch (thrown) {
      if (isConnectionLost(thrown)) return this.known;
      const detail = errorText(thrown);
      problems.report('webhook-not-registered', about, detail);
      return `the webhook could not be registered: ${detail}`;
    }
  }
}
