import type { Right } from '../access';
import type { Config } from '../config';
import { API_RESOURCES, type KubeResource } from '../objects/resources';
import type { FoundDeployment } from './found';
import type { HandoverStep } from './steps';

const right = (verb: string, { group, plural }: KubeResource, namespace?: string, name?: string): Right => ({
  verb,
  group,
  resource: plural,
  namespace,
  name,
});

const { deployments, mutatingWebhookConfigurations, vpas, configMaps, secrets, leases, pods, nodes } =
  API_RESOURCES;

/** What every command reads before it says what it would do. */
export const LOOKING: readonly Right[] = [
  right('list', deployments),
  right('list', mutatingWebhookConfigurations),
  right('list', vpas),
];

const scaling = ({ metadata: { namespace, name } }: FoundDeployment) =>
  right('patch', deployments, namespace, name);

/** What a step needs of the account that takes it. */
export function rightsOf(
  step: HandoverStep,
  {
    systemNamespace,
    ownNamespace,
    admissionWebhookName,
  }: Pick<Config, 'systemNamespace' | 'ownNamespace' | 'admissionWebhookName'>,
): Right[] {
  switch (step.kind) {
    case 'stop':
    case 'start':
      return [scaling(step.deployment)];
    case 'remove-upstream-webhook':
      return [
        right('get', configMaps, systemNamespace),
        right('create', configMaps, systemNamespace),
        right('patch', configMaps, systemNamespace),
        right('delete', mutatingWebhookConfigurations, undefined, step.registration.metadata.name),
      ];
    case 'restore-upstream-webhook':
      return [right('create', mutatingWebhookConfigurations), right('delete', configMaps, systemNamespace)];
    case 'remove-our-webhook':
      return [
        ...step.namespaces.map((namespace) => right('list', pods, namespace)),
        right('delete', mutatingWebhookConfigurations, undefined, admissionWebhookName),
        ...[...new Set([ownNamespace, systemNamespace])].flatMap((namespace) => [
          right('delete', secrets, namespace),
          right('list', leases, namespace),
          right('delete', leases, namespace),
        ]),
        right('patch', { ...vpas, plural: `${vpas.plural}/status` }),
      ];
    case 'join-memory-limits':
      return [right('patch', vpas), right('patch', { ...vpas, plural: `${vpas.plural}/status` })];
    case 'withdraw-idle':
      return [right('patch', { ...nodes, plural: `${nodes.plural}/status` })];
    case 'remove': {
      const { resource, object } = step.installed;
      return [right('delete', resource, object.metadata.namespace, object.metadata.name)];
    }
  }
}
