import type { ExportView, PatchedWorkload, PatchFile } from '../../contract/patches';
import { ofKey } from '../../lib/memo/of-key';
import { gitSourceText } from '../../words/git-source';

const KUSTOMIZATION = 'kustomization.yaml';

/** Applies the patches as they are. */
const APPLY = 'kubectl apply -k . --server-side --force-conflicts --field-manager=plumbline-export';

/**
 * The files beside the patches. Each namespace is a Kustomize component, to be included where its workloads are
 * kept; the whole folder is a kustomization that patches the workloads of a cluster directly.
 */
export function filesAround({ workloads, leftOut }: Omit<ExportView, 'files'>): PatchFile[] {
  const byNamespace = new Map<string, PatchedWorkload[]>();
  for (const workload of workloads) {
    const { namespace } = workload;
    ofKey(byNamespace, namespace, () => []).push(workload);
  }
  return [
    { path: 'README.md', text: readme({ workloads, leftOut }, [...byNamespace.keys()]) },
    {
      path: KUSTOMIZATION,
      text: lines([
        'apiVersion: kustomize.config.k8s.io/v1beta1',
        'kind: Kustomization',
        workloads.length > 0 ? 'resources:' : 'resources: []',
        ...workloads.map(({ path }) => `  - ${JSON.stringify(path)}`),
      ]),
    },
    ...[...byNamespace].map(([namespace, own]) => ({
      path: `${namespace}/${KUSTOMIZATION}`,
      text: lines([
        'apiVersion: kustomize.config.k8s.io/v1alpha1',
        'kind: Component',
        'patches:',
        ...own.flatMap(({ kind, name, path }) => [
          `  - path: ${JSON.stringify(path.slice(namespace.length + 1))}`,
          `    target: { kind: ${kind}, name: ${JSON.stringify(name.replaceAll('.', '\\.'))} }`,
        ]),
      ]),
    })),
  ];
}

function readme({ workloads, leftOut }: Omit<ExportView, 'files'>, namespaces: readonly string[]): string {
  const [first = 'NAMESPACE'] = namespaces;
  return [
    '# Requests that VPAs recommend, as patches',
    '',
    'One strategic merge patch for each workload. Each patch states what new pods of the workload would get from its VPA, and nothing else.',
    '',
    '## In a Git repository',
    '',
    `Copy the folder of a namespace beside the kustomization that makes its workloads, and include it there. Replace the folder as a whole with the next export.`,
    '',
    '```yaml',
    'components:',
    `  - ${first}`,
    '```',
    '',
    '## In a cluster',
    '',
    'This changes only the requests and limits in the patches. The pods of the workloads are replaced.',
    '',
    '```sh',
    APPLY,
    '```',
    '',
    '## Workloads',
    '',
    ...workloads.flatMap(({ kind, namespace, name, states, notes, git }) => [
      `- ${inMarkdown(`${kind} ${namespace}/${name}`)}`,
      ...[...states, ...notes, ...(git ? [`Kept by ${gitSourceText(git)}`] : [])].map(
        (line) => `  - ${inMarkdown(line)}`,
      ),
    ]),
    ...(workloads.length === 0 ? ['None.'] : []),
    ...(leftOut.length === 0 ? [] : ['', '## Left out', '']),
    ...leftOut.map(({ namespace, vpa, why }) => `- ${inMarkdown(`VPA ${namespace}/${vpa}: ${why}`)}`),
    '',
  ].join('\n');
}

/** JSON texts in them are YAML too. */
function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

/** A text as one line of Markdown that shows it as it is. */
export function inMarkdown(text: string): string {
  return text.replaceAll(/[\\|*_<>`[\]#]/g, '\\$&').replaceAll(/\s+/g, ' ');
}
