import { randomUUID } from 'node:crypto';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import type { PatchOperation } from '../../decide/new/patch';
import type { PodController } from '../../decide/new/pod-controller';
import type { AdmissionReview } from '../../decide/new/review-types';
import type { ReviewWorld } from '../../decide/new/review-world';
import { compileVpa } from '../../decide/pods/compiled-vpa';
import { errorText } from '../../lib/report/errors';
import type { Clock } from '../../lib/time/clock';
import { deadline } from '../../lib/time/deadline';
import { targetOf } from '../../objects/target-key';
import type { Pod } from '../../objects/types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

/** No namespace can have this name, so the self-review affects nothing in the cluster. */
export const SELF_NAMESPACE = '_self-review';
const NAME = 'self-review';
const TARGET = { cpu: '123m', memory: '123456789' };

const SELF_VPA: VerticalPodAutoscaler = {
  apiVersion: 'autoscaling.k8s.io/v1',
  kind: 'VerticalPodAutoscaler',
  metadata: { name: NAME, namespace: SELF_NAMESPACE },
  spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: NAME } },
  status: { recommendation: { containerRecommendations: [{ containerName: NAME, target: TARGET }] } },
};

const SELF_POD: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: NAME, namespace: SELF_NAMESPACE },
  spec: { containers: [{ name: NAME, resources: { requests: { cpu: '1m', memory: '1Mi' } } }] },
};

const CONTROLLER: PodController = {
  kind: 'known',
  controller: targetOf(SELF_NAMESPACE, { kind: 'Deployment', name: NAME }),
};

/** `world` with a VPA and a pod of its own, which only the self-review asks about. */
export function withSelf(world: ReviewWorld): ReviewWorld {
  const own = [compileVpa(SELF_VPA)];
  return {
    isReady: () => world.isReady(),
    vpasOf: (target) => (target.namespace === SELF_NAMESPACE ? own : world.vpasOf(target)),
    hasVpas: (namespace) => namespace === SELF_NAMESPACE || world.hasVpas(namespace),
    controllerOf: (namespace, pod) =>
      namespace === SELF_NAMESPACE ? CONTROLLER : world.controllerOf(namespace, pod),
    forPod: (vpa, pod, controller) => world.forPod(vpa, pod, controller),
    limits: (namespace) => world.limits(namespace),
    quotas: (namespace) => world.quotas(namespace),
    largestNode: (pod) => world.largestNode(pod),
    capacityNow: (namespace, pod, asked) =>
      namespace === SELF_NAMESPACE ? undefined : world.capacityNow(namespace, pod, asked),
    toCome: (namespace, pod) => world.toCome(namespace, pod),
    hpasOf: (vpa, controller) => world.hpasOf(vpa, controller),
    approvalsOf: (vpa) => (vpa.namespace === SELF_NAMESPACE ? undefined : world.approvalsOf(vpa)),
    templateAnnotations: (namespace, owner) => world.templateAnnotations(namespace, owner),
    surroundings: (target) => world.surroundings(target),
  };
}

interface SelfReviewTarget {
  host: string;
  port: number;
  /** Authorities in the registration. */
  caPem: string;
  /** The name or address the certificate must include. */
  name: string;
  /** Where the API server posts reviews. */
  path: string;
  timeoutMs: number;
  wallClock: Clock;
}

/**
 * Sends a review to the listener as the API server would, through TLS. Returns what is wrong; undefined if
 * nothing is.
 */
export async function selfReview(target: SelfReviewTarget): Promise<string | undefined> {
  const uid = randomUUID();
  const review: AdmissionReview = {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid,
      kind: { group: '', version: 'v1', kind: 'Pod' },
      resource: { group: '', version: 'v1', resource: 'pods' },
      name: NAME,
      namespace: SELF_NAMESPACE,
      operation: 'CREATE',
      object: SELF_POD,
      dryRun: true,
    },
  };
  try {
    return faultOf(await post(target, JSON.stringify(review)), uid);
  } catch (thrown) {
    return errorText(thrown);
  }
}

function faultOf(body: string, uid: string): string | undefined {
  const { response } = JSON.parse(body) as { response?: { uid?: string; allowed?: boolean; patch?: string } };
  if (response?.uid !== uid || response.allowed !== true) return 'the answer does not fit the review';
  if (!response.patch) return 'the pod was not patched';
  const operations = JSON.parse(Buffer.from(response.patch, 'base64').toString('utf8')) as PatchOperation[];
  const asked = Object.entries(TARGET).every(([resource, value]) =>
    operations.some(
      (operation) =>
        operation.path === `/spec/containers/0/resources/requests/${resource}` && operation.value === value,
    ),
  );
  return asked ? undefined : 'the patch does not contain the recommendation';
}

function post(target: SelfReviewTarget, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { host, port, caPem, name, path, timeoutMs, wallClock } = target;
    const late = new Error(`no answer within ${timeoutMs} ms`);
    const { signal, end } = deadline(wallClock, timeoutMs, undefined, late);
    const fail = (error: Error) => {
      end();
      reject(signal.aborted ? late : error);
    };
    const sent = request(
      {
        host,
        port,
        ca: caPem,
        servername: isIP(name) ? '' : name,
        checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
        path,
        method: 'POST',
        agent: false,
        signal,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () => {
          end();
          if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString('utf8'));
          else reject(new Error(`the listener answered ${response.statusCode}`));
        });
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}
