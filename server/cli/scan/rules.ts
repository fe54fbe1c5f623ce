import { APPLY_PATCH, isKubeError, type KubeClient } from '../../kube/client';
import type { VerticalScalingPolicy } from '../../objects/plumbline-types';
import { API_RESOURCES, apiVersionOf, pathOf } from '../../objects/resources';
import { parseSelector } from '../../objects/selector';
import type { ScanReport } from '../../scan/report';
import { yamlText } from '../../words/yaml';
import { confirm } from '../confirmation';
import { CommandFailure } from '../failure';

type SelectorExpression = NonNullable<
  NonNullable<VerticalScalingPolicy['spec']['workloadSelector']>['matchExpressions']
>[number];

const NAME = 'plumbline-scan';
const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/**
 * A VPA in mode Off for each workload of the namespaces that were scanned, and with the labels that the scan asked for:
 * it recommends, and changes nothing.
 * @throws CommandFailure for a selector that no policy can have
 */
export function rulesFor(
  { namespaces, recommender }: Pick<ScanReport, 'namespaces' | 'recommender'>,
  selector = '',
): VerticalScalingPolicy {
  const matchExpressions = expressionsOf(selector);
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
      ...(matchExpressions.length > 0 && { workloadSelector: { matchExpressions } }),
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

interface ApplyingParts {
  readonly isConfirmed: boolean;
  /** Which workloads were scanned, in the notation of kubectl. */
  readonly selector?: string | undefined;
  show(lines: string): void;
}

function expressionsOf(selector: string): SelectorExpression[] {
  return parseSelector(selector).map(({ key, operator, values }) => {
    switch (operator) {
      case 'In':
      case 'NotIn':
        return { key, operator, values: [...values] };
      case 'Exists':
      case 'DoesNotExist':
        return { key, operator };
      default:
        throw new CommandFailure(
          'usage',
          `--apply-rules cannot write "${selector}": rules cannot compare labels with < or >.`,
        );
    }
  });
}

/** Shows the rules, asks, and writes them. @throws CommandFailure, KubeError */
export async function applyRules(
  client: Pick<KubeClient, 'request'>,
  report: ScanReport,
  { isConfirmed, selector, show }: ApplyingParts,
): Promise<void> {
  if (report.namespaces.length === 0)
    throw new CommandFailure('not-found', 'There is no workload to write rules for.');
  const rules = rulesFor(report, selector);
  show(yamlText(rules).trimEnd());
  await confirm('These rules give each workload they match a VPA, which changes nothing.', isConfirmed);
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
      'This cluster does not know rules (VerticalScalingPolicy).',
      'Install the definitions first: kubectl apply -f deploy/crds/',
    );
  }
  show(`Wrote rule ${NAME}. Delete it, and its VPAs go too.`);
}
