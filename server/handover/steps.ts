import { countOf } from '../words/counts';
import { flagNotes } from './flag-notes';
import {
  admits,
  type FoundDeployment,
  type FoundInstallation,
  ourNamespaces,
  REPLICAS_ANNOTATION,
  type Registration,
} from './found';
import type { Installed } from './installed';
import { upstreamPart } from './known-by';

/** One change of the cluster, in the order in which they are made. */
export type HandoverStep =
  | { kind: 'stop'; deployment: FoundDeployment }
  | { kind: 'start'; deployment: FoundDeployment; replicas: number }
  | { kind: 'remove-upstream-webhook'; registration: Registration }
  | { kind: 'restore-upstream-webhook' }
  | { kind: 'remove-our-webhook'; namespaces: readonly string[] }
  | { kind: 'withdraw-idle'; nodes: number }
  | { kind: 'join-memory-limits'; vpas: number }
  | { kind: 'remove'; installed: Installed };

/** What a command would do, and what a person must do before the rest can be done. */
export interface Handover {
  steps: HandoverStep[];
  /** Why not everything can be done now. */
  waits: string[];
  /** What to know before it is done, and what undoes it. */
  notes?: string[];
}

export const isRunning = ({ spec }: FoundDeployment) => (spec.replicas ?? 1) > 0;

/** Starts again what was stopped here, with as many replicas as it had. */
function starts(deployments: readonly FoundDeployment[]): HandoverStep[] {
  return deployments.flatMap((deployment) => {
    const replicas = Number(deployment.metadata.annotations?.[REPLICAS_ANNOTATION]);
    return Number.isInteger(replicas) && replicas > 0 ? [{ kind: 'start', deployment, replicas }] : [];
  });
}

export const stops = (deployments: readonly FoundDeployment[]): HandoverStep[] =>
  deployments.filter(isRunning).map((deployment) => ({ kind: 'stop', deployment }));

export const removingOurWebhook = (found: FoundInstallation): HandoverStep => ({
  kind: 'remove-our-webhook',
  namespaces: ourNamespaces(found),
});

/**
 * From the upstream VPA to Plumbline. Its recommender and updater stop at once; its admission only when
 * Plumbline admits, so that pods go on getting their requests.
 */
export function takeOver(found: FoundInstallation): Handover {
  if (!found.hasDefinitions)
    return {
      steps: [],
      waits: ['The VPA custom resource definitions are not installed: `kubectl apply -f deploy/crds/`.'],
    };
  const admission = found.upstream.filter(({ part }) => part === 'admission-controller');
  const rest = found.upstream.filter(({ part }) => part !== 'admission-controller');
  const steps = [...stops(rest.map(({ deployment }) => deployment)), ...starts(found.ours)];
  const late: HandoverStep[] = [
    ...stops(admission.map(({ deployment }) => deployment)),
    ...found.upstreamRegistrations.map(
      (registration): HandoverStep => ({ kind: 'remove-upstream-webhook', registration }),
    ),
  ];
  const notes = [...found.doubtful, ...flagNotes(found)];
  if (late.length === 0 || admits(found)) return { steps: [...steps, ...late], waits: [], notes };
  return {
    steps,
    notes,
    waits: [
      'Plumbline does not admit pods yet, so the upstream admission controller goes on: start Plumbline, then run this again.',
    ],
  };
}

/** From Plumbline back to the upstream VPA. Plumbline stops first, so that never two act. */
export function handBack(
  found: FoundInstallation,
  { hasKeptWebhook, limitedApart }: { hasKeptWebhook: boolean; limitedApart: number },
): Handover {
  if (found.ourRegistration && found.ours.length === 0)
    return {
      steps: [],
      waits: [
        'Plumbline runs outside the cluster: stop it, run `npm run uninstall -- --yes`, then run this again.',
      ],
    };
  const upstream = found.upstream.map(({ deployment }) => deployment);
  if (starts(upstream).length === 0 && !upstream.some(isRunning))
    return {
      steps: [],
      waits: ['No upstream VPA was taken over here, so nothing could go on.'],
      notes: found.doubtful,
    };
  const steps = [...stops(found.ours), ...joiningLimits(limitedApart)];
  if (found.ourRegistration) steps.push(removingOurWebhook(found));
  if (hasKeptWebhook) steps.push({ kind: 'restore-upstream-webhook' });
  return { steps: [...steps, ...starts(upstream)], waits: [], notes: found.doubtful };
}

/** Once Plumbline is stopped, or it writes them again. */
export function joiningLimits(vpas: number): HandoverStep[] {
  return vpas > 0 ? [{ kind: 'join-memory-limits', vpas }] : [];
}

function named({ metadata, spec }: FoundDeployment): string {
  const part = upstreamPart(spec.template)?.part;
  return `${metadata.namespace}/${metadata.name} (${part ? `the upstream ${part}` : 'Plumbline'})`;
}

export function sentenceOf(step: HandoverStep): string {
  switch (step.kind) {
    case 'stop':
      return `Scale the Deployment ${named(step.deployment)} from ${countOf(step.deployment.spec.replicas ?? 1, 'replica')} to 0, and note the number on it.`;
    case 'start':
      return `Scale the Deployment ${named(step.deployment)} to ${countOf(step.replicas, 'replica')}, as before.`;
    case 'remove-upstream-webhook':
      return `Remove the webhook configuration ${step.registration.metadata.name} of the upstream VPA, and keep a copy.`;
    case 'restore-upstream-webhook':
      return 'Restore the webhook configuration of the upstream VPA from its copy.';
    case 'remove-our-webhook':
      return "Remove Plumbline's webhook, its certificates, its leases and its conditions on VPAs, once its pods are gone.";
    case 'withdraw-idle':
      return `Take away what ${countOf(step.nodes, 'node publishes', 'nodes publish')} as idle.`;
    case 'join-memory-limits':
      return `Write into the status of ${countOf(step.vpas, 'VPA', 'VPAs')} the memory requests that hold the peak, since without Plumbline limits keep their proportion to requests.`;
    case 'remove': {
      const { kind, metadata } = step.installed.object;
      return `Remove the ${kind} ${metadata.namespace ? `${metadata.namespace}/` : ''}${metadata.name}.`;
    }
  }
}
