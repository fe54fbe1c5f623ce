import type { PatchFile } from '../../contract/patches';
import { writtenList } from '../../decide/pods/written-amounts';
import { countOf } from '../../words/counts';
import { yamlText } from '../../words/yaml';
import type { ScannedContainer, ScannedWorkload, ScanReport } from '../report';
import { harmless } from './texts';

type Released = ScannedWorkload & Required<Pick<ScannedWorkload, 'release'>>;

interface HelmValues {
  /** One of values for each release with something to change. */
  readonly files: readonly PatchFile[];
  /** Workloads with something to change that no release makes. */
  readonly others: number;
}

/**
 * What the templates should state as values of their releases. Charts name values each in their own way; these are
 * named as `helm create` (v3) does, `resources`, in a key for the component where a release has several workloads, and
 * in one for the container where a pod has several.
 */
export function helmValues({ workloads, toMs }: Pick<ScanReport, 'workloads' | 'toMs'>): HelmValues {
  const changed = workloads.filter(({ containers }) => containers.some(isChanged));
  const releases = new Map<string, Released[]>();
  for (const one of workloads) {
    if (!one.release) continue;
    const path = `${one.namespace}/${one.release.name.replaceAll(/[^\w.-]+/g, '-')}.yaml`;
    releases.set(path, [...(releases.get(path) ?? []), { ...one, release: one.release }]);
  }
  const files = [...releases].flatMap(([path, own]) =>
    own.some(({ containers }) => containers.some(isChanged)) ? [{ path, text: valuesText(own, toMs) }] : [],
  );
  return { files, others: changed.filter(({ release }) => !release).length };
}

/** The values of all releases, a document each. */
export function helmText(report: Pick<ScanReport, 'workloads' | 'toMs'>): string {
  const { files, others } = helmValues(report);
  const rest =
    others > 0
      ? `# ${countOf(others, 'workload')} to change ${others === 1 ? 'is' : 'are'} of no release of Helm: plumbline scan -o patches\n`
      : '';
  return `${files.map(({ text }) => text).join('---\n')}${rest}`;
}

function valuesText(own: readonly Released[], toMs: number): string {
  const [
    {
      namespace,
      release: { name, chart },
    },
  ] = own as [Released];
  const values: Record<string, unknown> = {};
  const notes: string[] = [];
  const keys = keysOf(own);
  for (const [index, { kind, name: workload, containers }] of own.entries()) {
    const changed = containers.filter(isChanged);
    if (changed.length === 0) continue;
    const key = keys[index];
    notes.push(`${key ?? 'resources'}: ${kind} ${workload}`);
    const place: Record<string, unknown> = key === undefined ? values : {};
    if (key !== undefined) values[key] = place;
    for (const container of changed) {
      const resources = resourcesOf(container);
      if (containers.length === 1) place.resources = resources;
      else place[valueName(container.name)] = { resources };
    }
  }
  const lines = [
    `Helm release ${name} in namespace ${namespace}${chart ? `, chart ${chart}` : ''}, by a scan of what it used until ${new Date(toMs).toISOString()}.`,
    'Charts name values each in their own way: see helm show values, and move these to where the chart has them.',
    ...notes,
  ];
  return `${lines.map((line) => `# ${harmless(line)}\n`).join('')}${yamlText(values)}`;
}

/** A key for each workload where there are several: its component, or what its name has beyond the release's. */
function keysOf(own: readonly Released[]): (string | undefined)[] {
  if (own.length === 1) return [undefined];
  const short = own.map(({ name, release }) =>
    valueName(
      release.component ?? (name.startsWith(`${release.name}-`) ? name.slice(release.name.length + 1) : name),
    ),
  );
  return own.map(({ kind, name }, index) => {
    const [key = ''] = short.slice(index);
    if (short.filter((one) => one === key).length === 1) return key;
    const isAlone = own.filter((one) => valueName(one.name) === valueName(name)).length === 1;
    return isAlone ? valueName(name) : valueName(`${kind}-${name}`);
  });
}

/** In camel case, as charts name values. */
function valueName(text: string): string {
  const [first = '', ...rest] = text.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return [
    first.charAt(0).toLowerCase() + first.slice(1),
    ...rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1)),
  ].join('');
}

function resourcesOf({ next }: ScannedContainer) {
  const lists = { requests: writtenList(next?.requests ?? {}), limits: writtenList(next?.limits ?? {}) };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => Object.keys(list).length > 0));
}

function isChanged({ now, next }: ScannedContainer): boolean {
  const text = (amounts: ScannedContainer['now']) =>
    JSON.stringify([writtenList(amounts.requests), writtenList(amounts.limits)]);
  return next !== undefined && text(next) !== text(now);
}
