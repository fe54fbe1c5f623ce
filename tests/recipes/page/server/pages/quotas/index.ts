import type { QuotasView } from '../../contract/quotas';
import type { NamespacesView } from '../../contract/workloads';

export function quotasView({ namespaces }: NamespacesView): QuotasView {
  return { namespaces: namespaces.length };
}
