import type { HorizontalPodAutoscaler } from '../../objects/types';

/** Labels, annotations and field managers by which tools mark what they keep as they state it. */
const TOOLS: readonly { readonly tool: string; readonly marks: RegExp; readonly managers: RegExp }[] = [
  { tool: 'KEDA', marks: /^(.*\.)?keda\.sh\//, managers: /^keda/ },
  { tool: 'Argo CD', marks: /^(.*\.)?argoproj\.io\//, managers: /^argocd/ },
  { tool: 'Flux', marks: /\.toolkit\.fluxcd\.io\//, managers: /^(kustomize|helm)-controller$/ },
  { tool: 'Config Sync', marks: /^(.*\.)?configsync\.gke\.io\//, managers: /^configsync/ },
];

/**
 * Who keeps an HPA as it is stated elsewhere, so that nobody else should rewrite it: a GitOps tool, KEDA, or
 * the object that owns it.
 */
export function hpaManager({ metadata }: HorizontalPodAutoscaler): string | undefined {
  const { managedFields, ownerReferences } = metadata;
  const labels = metadata.labels ?? {};
  const marks = [...Object.keys(labels), ...Object.keys(metadata.annotations ?? {})];
  const managers = (managedFields ?? []).flatMap(({ manager, subresource }) =>
    manager && !subresource ? [manager] : [],
  );
  const managedBy = String(labels['app.kubernetes.io/managed-by'] ?? '');
  const found = TOOLS.find(
    (one) =>
      marks.some((mark) => one.marks.test(mark)) ||
      [...managers, managedBy].some((manager) => one.managers.test(manager)),
  );
  if (found) return found.tool;
  const owner = ownerReferences?.find(({ controller }) => controller) ?? ownerReferences?.[0];
  return owner && `${owner.kind} ${owner.name}`;
}
