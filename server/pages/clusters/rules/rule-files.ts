import path from 'node:path';
import type { AcrossMember } from '../../../contract/across';
import type { ToldRules } from '../../../contract/cluster-rules';
import type { PatchFile } from '../../../contract/patches';
import { AppError } from '../../../lib/report/errors';
import { inSlices, type Sliced } from '../../../lib/time/slices';
import { MEMBER_FAULTS } from '../../../words/member-faults';
import { withoutRulesWords } from '../../../words/without-rules';
import { type ComparedRule, type Comparison, comparedRules } from './compared-rules';
import { patchTarget, ruleManifest, rulePatch, withoutRule } from './rule-manifest';

const KUSTOMIZATION = 'kustomization.yaml';
/** Apart, for a rule may have the name of that file. */
const FOLDER = 'rules';
const MOST_TEXT = 16 * 1024 * 1024;
const PARAMS = ['rule', 'label'];

/**
 * The rules of clusters as folders for Kustomize: `base` has the version of each rule that most clusters have, and
 * `clusters/NAME` what differs in one. `rule` and `label` narrow it to one rule, and to clusters with a label.
 * @throws AppError `bad-request`, `not-found` if there is no such rule, or `too-large`
 */
export async function ruleFiles(told: ToldRules, params: URLSearchParams): Promise<PatchFile[]> {
  const odd = [...params.keys()].find((key) => !PARAMS.includes(key));
  if (odd !== undefined)
    throw new AppError('bad-request', `${odd} is not known here`, [
      { field: odd, message: 'is not known here' },
    ]);
  const comparison = await inSlices(comparedRules(told, params.get('label') || undefined));
  const only = params.get('rule') || undefined;
  const rules = comparison.rules.filter(({ name }) => only === undefined || name === only);
  if (only !== undefined && rules.length === 0)
    throw new AppError('not-found', `VerticalScalingPolicy ${only} in these clusters`);
  return inSlices(filesOf({ ...comparison, rules }, told));
}

interface Overlay {
  readonly files: PatchFile[];
  readonly leftOut: string[];
}

function* filesOf(comparison: Comparison, told: ToldRules): Sliced<PatchFile[]> {
  const overlays = new Map<string, Overlay>(
    comparison.told.map((cluster) => [cluster, { files: [], leftOut: [] }]),
  );
  const base: PatchFile[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const rule of comparison.rules) {
    const manifest = baseOf(rule, told);
    if (manifest) base.push(manifest.file);
    else leftOut.push(rule.name);
    for (const [cluster, file] of manifest ? overlaysOf(rule, manifest.spec, told) : []) {
      const overlay = overlays.get(cluster);
      if (file) overlay?.files.push(file);
      else overlay?.leftOut.push(rule.name);
      bytes += file?.text.length ?? 0;
    }
    bytes += manifest?.file.text.length ?? 0;
    if (bytes > MOST_TEXT)
      throw new AppError(
        'too-large',
        'they differ in too much: ask for one rule, or for clusters with a label',
      );
    yield;
  }
  return [
    { path: 'README.md', text: readme(comparison, overlays, leftOut) },
    { path: `base/${KUSTOMIZATION}`, text: kustomization(base.map(nameOfFile)) },
    ...base,
    ...[...overlays].flatMap(([cluster, { files }]) => [
      {
        path: `clusters/${cluster}/${KUSTOMIZATION}`,
        text: kustomization(['../../base']) + patches(files),
      },
      ...files,
    ]),
  ];
}

function baseOf(
  { name, versions }: ComparedRule,
  told: ToldRules,
): { file: PatchFile; spec: object } | undefined {
  const spec = versions[0] && told.specOf(versions[0].rule);
  return spec && { file: { path: `base/${FOLDER}/${name}.yaml`, text: ruleManifest(name, spec) }, spec };
}

/** The file of each cluster that differs; undefined where what it states is not known. */
function overlaysOf(
  { name, versions, missing }: ComparedRule,
  base: object,
  told: ToldRules,
): [cluster: string, file: PatchFile | undefined][] {
  const fileIn = (cluster: string, text: string): PatchFile => ({
    path: `clusters/${cluster}/${FOLDER}/${name}.yaml`,
    text,
  });
  return [
    ...versions.slice(1).flatMap(({ clusters, rule }) => {
      const spec = told.specOf(rule);
      const text = spec && rulePatch(base, spec);
      return clusters.map((cluster): [string, PatchFile | undefined] => [
        cluster,
        text === undefined ? undefined : fileIn(cluster, text),
      ]);
    }),
    ...missing.map((cluster): [string, PatchFile] => [cluster, fileIn(cluster, withoutRule(name))]),
  ];
}

const nameOfFile = ({ path }: PatchFile) => path.split('/').slice(-2).join('/');

/** JSON texts in it are YAML too. */
function kustomization(resources: readonly string[]): string {
  const lines = resources.map((name) => `  - ${JSON.stringify(name)}\n`);
  const listed = lines.length === 0 ? 'resources: []\n' : `resources:\n${lines.join('')}`;
  return `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${listed}`;
}

function patches(files: readonly PatchFile[]): string {
  if (files.length === 0) return '';
  const lines = files.map((file) => {
    const name = path.basename(file.path, '.yaml');
    return `  - path: ${JSON.stringify(nameOfFile(file))}\n    target: ${patchTarget(name)}\n`;
  });
  return `patches:\n${lines.join('')}`;
}

function readme(
  { rules, told, members }: Comparison,
  overlays: ReadonlyMap<string, Overlay>,
  leftOut: readonly string[],
): string {
  const own = [...overlays].filter(([, { files }]) => files.length > 0);
  const notes = [
    ...leftOut.map((name) => `Rule ${name}: too long to be sent to the hub. Copy it from a cluster.`),
    ...[...overlays].flatMap(([cluster, overlay]) =>
      overlay.leftOut.map(
        (name) => `Rule ${name} in ${cluster}: another one, and too long to be sent to the hub.`,
      ),
    ),
    ...members.flatMap(notesOf),
  ];
  return [
    '# Rules of several clusters',
    '',
    '`base` has each rule as most clusters have it. `clusters/NAME` has what differs in one cluster, as patches that Kustomize merges; a rule that a cluster does not have is taken out there. What only a cluster adds, such as status and labels, is not here.',
    '',
    'Have Argo CD or Flux apply `clusters/NAME` in each cluster, or see first what that would change:',
    '',
    '```sh',
    `kubectl diff -k clusters/${told[0] ?? 'NAME'}`,
    '```',
    '',
    `Rules: ${rules.length}. Clusters: ${told.length}, of which ${own.length} differ from the base${own.length > 0 ? `: ${own.map(([name]) => name).join(', ')}` : ''}.`,
    ...(notes.length === 0 ? [] : ['', '## Not here', '', ...notes.map((note) => `- ${note}`)]),
    '',
  ].join('\n');
}

function notesOf({ name, fault, seenMs, isAsked, without, odd = 0, left = 0 }: AcrossMember): string[] {
  const since = seenMs === undefined ? '' : ` What is here of it is from ${new Date(seenMs).toISOString()}.`;
  return [
    ...(fault ? [`Cluster ${name}: ${MEMBER_FAULTS[fault].sentence}${since}`] : []),
    ...(isAsked ? [`Cluster ${name}: it has not answered yet.`] : []),
    ...(without ? [`Cluster ${name}: ${withoutRulesWords(without)}`] : []),
    ...(odd > 0 ? [`Cluster ${name}: ${odd} of what it sent are no rules.`] : []),
    ...(left > 0 ? [`Cluster ${name}: it sent the first rules by name, and has ${left} more.`] : []),
  ];
}
