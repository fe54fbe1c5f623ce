import { APPLY_PATCH, isKubeError, type KubeClient } from '../../kube/client';
import type { VerticalScalingPolicy } from '../../kube/plumbline-types';
import { API_RESOURCES, apiVersionOf, pathOf } from '../../kube/resources';
import type { ScanReport } from '../../scan/report';
import { yamlText } from '../../words/yaml';
import { confirm } from '../confirmation';
import { CommandFailure } from '../failure';

const NAME = 'plumbline-scan';
const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/** A VPA in mode Off for each workload of the namespaces that were scanned: it recommends, and changes nothing. */
export function rulesFor({ namespaces, recommender }: ScanReport): VerticalScalingPolicy {
  return {
    apiVersion: apiVersionOf(API_RESOURCES.verticalScalingPolicies),
    kind: API_RESOURCES.verticalScalingPolicies.kind,
    metadata: { name: NAME },
    spec: {
      namespaceSelector: {
        matchExpressions: [
          { key: NAMESPACE_NAME, operator: 'In', values: namespaces.map(({ namespace }) => namespace) },
        ],
      },
      template: {
        spec: {
          updatePolicy: { updateMode: 'Off' },
          ...(recommender !== 'default' && { recommenders: [{ name: recommender }] }),
        },
      },
      onDelete: 'Remove',
    },
  };
}

/** Shows the rules, asks, and writes them. @throws CommandFailure, KubeError */
export async function applyRules(
  client: Pick<KubeClient, 'request'>,
  report: ScanReport,
  { isConfirmed, show }: { isConfirmed: boolean; show(lines: string): void },
): Promise<void> {
  if (report.namespaces.length === 0)
    throw new CommandFailure('not-found', 'There is no workload to write rules for.');
  const rules = rulesFor(report);
  show(yamlText(rules).trimEnd());
  await confirm(
    'These rules give each workload of these namespaces a VPA that changes nothing.',
    isConfirmed,
  );
  try {
    await client.request('PATCH', pathOf(API_RESOURCES.verticalScalingPolicies, undefined, NAME), {
      body: rules,
      contentType: APPLY_PATCH,
      query: { fieldManager: NAME, force: true },
    });
  } catch (error) {
    if (!isKubeError(error, 'not-found')) throw error;
    throw new CommandFailure(
      'not-found',
      'This cluster does not know VerticalScalingPolicies.',
      'Install the definitions first: kubectl apply -f deploy/crds/',
    );
  }
  show(`Wrote VerticalScalingPolicy ${NAME}. Delete it, and its VPAs go too.`);
}
