import type { ScanTarget } from '../cluster/targets';
import type { ScannedWorkload } from '../report';

/**
 * The release of Helm that a workload is of: by what Helm writes on it (v3.2, `pkg/action/validate.go`), else, as where
 * Argo CD applies what `helm template` printed, by the labels of charts (helm.sh/docs/chart_best_practices/labels).
 */
export function releaseOf({ workload, madeBy }: ScanTarget): Pick<ScannedWorkload, 'release'> {
  const { annotations = {}, labels = {} } = workload.metadata;
  const chart = labels['helm.sh/chart'];
  const name = annotations['meta.helm.sh/release-name'] ?? (chart && labels['app.kubernetes.io/instance']);
  if (!name || madeBy !== undefined) return {};
  const component = labels['app.kubernetes.io/component'];
  return { release: { name, ...(chart && { chart }), ...(component && { component }) } };
}
