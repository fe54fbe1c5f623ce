import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../bin/root.mjs';
import { SETTINGS } from '../../../server/config';
import { UPSTREAM_FLAGS } from '../../../server/handover/upstream-flags';
import { page, table } from './markdown';

const HEADINGS: Readonly<Record<string, string>> = {
  recommender: 'vpa-recommender',
  updater: 'vpa-updater',
  'admission-controller': 'vpa-admission-controller',
};

/** `docs/upstream-flags.md`. */
export function upstreamFlagsPage(): string {
  const file = path.join(root, 'tests/recorded/upstream-flags-1.8.1.json');
  const listed: Readonly<Record<string, string[]>> = JSON.parse(readFileSync(file, 'utf8'));
  const all = Object.values(listed);
  const shared = all.flat().filter((flag, index, flags) => flags.indexOf(flag) !== index);
  const parts = [
    ['More than one program', [...new Set(shared)].sort()] as const,
    ...Object.entries(listed).map(
      ([program, flags]) =>
        [HEADINGS[program] ?? program, flags.filter((flag) => !shared.includes(flag))] as const,
    ),
  ];
  return page(
    'Flags of the upstream VPA',
    'Every flag of the three programs of VPA 1.8.1, and the setting of Plumbline that says the same ([settings](settings.md)). `npm run take-over` prints this of the flags that it finds in a cluster, with their values, and what is set already.',
    parts.map(
      ([heading, flags]) =>
        `## ${heading}\n\n${table(['flag', 'setting', 'default here', 'what to know'], flags.map(row))}`,
    ),
  );
}

function row(flag: string): string[] {
  const answer = UPSTREAM_FLAGS[flag];
  const name = `\`--${flag}\``;
  if (!answer || 'none' in answer) return [name, 'none', '', answer?.none ?? ''];
  const settings = answer.settings.map((key) => SETTINGS[key]);
  return [
    name,
    settings.map(({ env }) => `\`${env}\``).join(', '),
    settings.map(({ fallback }) => (fallback === '' ? '' : `\`${fallback}\``)).join(', '),
    answer.note ?? '',
  ];
}
