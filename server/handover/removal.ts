import { FORMER_MODE_ANNOTATION } from '../decide/pods/mode-before-stop';
import type { KubeClient } from '../kube/client';
import { unlessMissing } from '../kube/errors';
import { carriesIdle } from '../nodes/publishing/idle-resources';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { KubeList, KubeObject, Node } from '../objects/types';
import { countOf } from '../words/counts';
import { type FoundInstallation, REPLICAS_ANNOTATION } from './found';
import type { Installed } from './installed';
import { limitedApart } from './memory-limits';
import { type Handover, type HandoverStep, joiningLimits, removingOurWebhook, stops } from './steps';

/** What of Plumbline is in a cluster besides its Deployments and its webhook. */
export interface RemainingObjects {
  installed: readonly Installed[];
  /** Nodes that publish what is idle. */
  idleNodes: number;
  /** VPAs in mode `Off` because of a stop. */
  stoppedVpas: number;
  /** VPAs that recommend memory limits apart from requests. */
  limitedApart: number;
  /** VPAs that policies made. */
  policies: number;
}

const HELM = 'app.kubernetes.io/managed-by';

/** @throws KubeError */
export async function findLeft(
  client: KubeClient,
  installed: readonly Installed[],
): Promise<RemainingObjects> {
  const all = async <T>(path: string) =>
    (await unlessMissing(client.request<KubeList<T>>('GET', path)))?.items ?? [];
  const nodes = await all<Node>(pathOf(API_RESOURCES.nodes));
  const vpas = await all<KubeObject>(pathOf(API_RESOURCES.vpas));
  const policies = await all<KubeObject>(pathOf(API_RESOURCES.verticalScalingPolicies));
  return {
    installed,
    idleNodes: nodes.filter(carriesIdle).length,
    stoppedVpas: vpas.filter(({ metadata }) => metadata.annotations?.[FORMER_MODE_ANNOTATION]).length,
    limitedApart: (await limitedApart(client)).length,
    policies: policies.length,
  };
}

/**
 * Everything of Plumbline goes but what people made or it learned: definitions and all their objects, stops, volumes
 * and Secrets.
 */
export function uninstall(found: FoundInstallation, left: RemainingObjects): Handover {
  const { idleNodes, stoppedVpas, policies } = left;
  const installed = left.installed.filter((one) => isNoStranger(one, found));
  const release = installed.find(({ object }) => object.metadata.labels?.[HELM] === 'Helm');
  if (release) {
    const named = release.object.metadata.annotations?.['meta.helm.sh/release-name'] ?? 'plumbline';
    return {
      steps: [],
      waits: [
        `Helm installed Plumbline: run \`helm uninstall ${named}\`, then run this again for its webhook.`,
      ],
    };
  }
  const isAdmitting = found.ourRegistration !== undefined;
  const steps: HandoverStep[] = [
    ...stops(found.ours),
    ...joiningLimits(left.limitedApart),
    ...(isAdmitting || found.ours.length > 0 ? [removingOurWebhook(found)] : []),
    ...(idleNodes > 0 ? [{ kind: 'withdraw-idle', nodes: idleNodes } as const] : []),
    ...installed.map((one): HandoverStep => ({ kind: 'remove', installed: one })),
  ];
  const notes: string[] = [...found.doubtful];
  if (steps.length === 0) return { steps, waits: [], notes };
  if (isAdmitting && found.ours.length === 0)
    notes.push('Plumbline runs outside the cluster: stop it first, or it registers its webhook again.');
  if (found.upstream.some(({ deployment }) => deployment.metadata.annotations?.[REPLICAS_ANNOTATION]))
    notes.push(
      'The upstream VPA was taken over here, and stays stopped: `npm run hand-back` starts it again.',
    );
  if (stoppedVpas > 0)
    notes.push(
      `${countOf(stoppedVpas, 'VPA is', 'VPAs are')} stopped and ${stoppedVpas === 1 ? 'stays' : 'stay'} in mode Off; only Plumbline knows the former mode: lift the stops first.`,
    );
  if (policies > 0)
    notes.push(
      `${countOf(policies, 'VerticalScalingPolicy stays', 'VerticalScalingPolicies stay')}, and so do the VPAs they made.`,
    );
  notes.push(
    'VPAs, checkpoints, their definitions, the stops, the namespace, its volumes and its Secrets stay.',
  );
  if (installed.length > 0) notes.push(`To install it again: ${installing(installed)}`);
  return { steps, waits: [], notes };
}

/** A Deployment in our place and by our name can still run something else. */
function isNoStranger({ object: { kind, metadata } }: Installed, { ours }: FoundInstallation): boolean {
  const isIt = (other: KubeObject) =>
    other.metadata.namespace === metadata.namespace && other.metadata.name === metadata.name;
  return kind !== 'Deployment' || ours.some(isIt);
}

/** The commands that bring back what an uninstallation removes. */
function installing(installed: readonly Installed[]): string {
  const runs = (name: string) =>
    installed.some(({ object }) => object.metadata.name === name && object.kind === 'Deployment');
  const several = runs('plumbline-updater') ? 'deploy/per-role' : 'deploy/highly-available';
  const base = runs('plumbline-admission') ? several : 'deploy/one-pod';
  const optional = new Set(
    installed.map(({ file }) => file).filter((file) => file.startsWith('deploy/optional/')),
  );
  return [`kubectl apply -k ${base}`, ...[...optional].map((file) => `kubectl apply -f ${file}`)].join('; ');
}
