import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import * as z from 'zod';
import type { KubeObject } from '@/server/objects/types';
import { Slots } from './slots';
import { VALUES } from './values';
import { type Part, templated } from './workloads';

export type Manifest = KubeObject & { spec?: object };

/** The Helm chart, of which these files are made: templates of the manifests, and the schema of the values. */
export const CHART = 'deploy/chart';

export function manifestsOf(place: string): Manifest[] {
  const files = place.endsWith('.yaml')
    ? [place]
    : readdirSync(place)
        .filter((name) => name.endsWith('.yaml'))
        .map((name) => path.join(place, name));
  return files
    .sort()
    .flatMap((file) => parseAllDocuments(readFileSync(file, 'utf8')).map((one) => one.toJS() as Manifest));
}

/** When a manifest is part of a release, besides its file's condition. */
const conditionsIn = ({ values }: Part): Record<string, string> => ({
  NetworkPolicy: '.Values.networkPolicy.enabled',
  PodDisruptionBudget: '.Values.podDisruptionBudget.enabled',
  PersistentVolumeClaim: `${values}.persistence.enabled`,
  PriorityClass: 'and .Values.priorityClass.create (not .Values.priorityClass.name)',
});

const PLUMBLINE: Part = { values: '.Values' };
const HUB: Part = { values: '.Values.hub', kept: ['PLUMBLINE_HUB_ALONE', 'PLUMBLINE_CLUSTERS'] };

function templateOf(condition: string, place: string, part: Part): string {
  const parts = manifestsOf(place)
    .filter(({ kind }) => kind !== 'Namespace')
    .map((manifest) => {
      const slots = new Slots();
      const text = slots.fill(
        stringify(templated(manifest, slots, part), { lineWidth: 0, aliasDuplicateObjects: false }),
      );
      const own = conditionsIn(part)[manifest.kind ?? ''];
      return own ? `{{- if ${own} }}\n---\n${text}{{- end }}\n` : `---\n${text}`;
    });
  return `{{- /* Made by \`npm run chart\` from ${place}. */ -}}\n{{- if ${condition} }}\n${parts.join('')}{{- end }}\n`;
}

const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names people to edit in, which no value may leave empty: an empty list would mean everyone. */
const EDITED_BY_HAND = new Set(['act-as-people']);
/** For people who scan a cluster without Plumbline in it. */
const OF_PEOPLE = new Set(['scan']);

const optionalFiles = readdirSync('deploy/optional')
  .map((file) => path.basename(file, '.yaml'))
  .filter((file) => !EDITED_BY_HAND.has(file) && !OF_PEOPLE.has(file));

/** The value that asks for a file of `deploy/optional`. */
const wantedBy = (file: string) =>
  file === 'service-monitor' ? '.Values.serviceMonitor.enabled' : `.Values.optional.${camelCase(file)}`;

/** A hub alone needs nothing of what works in a cluster. */
const unlessHubAlone = (condition: string) => `and (not .Values.hub.alone) ${condition}`;

type Template = [name: string, condition: string, place: string, part?: Part];

const TEMPLATES: Template[] = [
  ['definitions', unlessHubAlone('.Values.crds.install'), 'deploy/crds'],
  ['rbac', 'not .Values.hub.alone', 'deploy/rbac'],
  ['account', unlessHubAlone('(not .Values.perRole.enabled)'), 'deploy/account'],
  [
    'one-pod',
    unlessHubAlone('(not .Values.perRole.enabled) (not .Values.highAvailability.enabled)'),
    'deploy/one-pod',
  ],
  [
    'highly-available',
    unlessHubAlone('(not .Values.perRole.enabled) .Values.highAvailability.enabled'),
    'deploy/highly-available',
  ],
  ['per-role', unlessHubAlone('.Values.perRole.enabled'), 'deploy/per-role'],
  [
    'admission',
    unlessHubAlone('(or .Values.perRole.enabled .Values.highAvailability.enabled)'),
    'deploy/admission',
  ],
  ['hub', 'or .Values.hub.enabled .Values.hub.alone', 'deploy/hub', HUB],
  ...optionalFiles.map(
    (file): Template => [file, unlessHubAlone(wantedBy(file)), `deploy/optional/${file}.yaml`],
  ),
];

/** Every file that `npm run chart` writes. */
export const CHART_FILES = [
  ...TEMPLATES.map(([name, condition, place, part = PLUMBLINE]) => ({
    file: `${CHART}/templates/${name}.yaml`,
    text: () => templateOf(condition, place, part),
  })),
  {
    file: `${CHART}/values.schema.json`,
    text: () => `${JSON.stringify(z.toJSONSchema(VALUES, { target: 'draft-7' }), null, 2)}\n`,
  },
];
