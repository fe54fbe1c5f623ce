import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../bin/root.mjs';
import { manifestsOf } from '../chart';
import { table } from '../documents/markdown';
import { type Grant, grantsOf, type RbacObject } from './grants';

const NAMESPACE = 'plumbline';
/** The rights of one pod before its own objects were in its own namespace. */
export const FORMER_RIGHTS = 'tests/recorded/former-rights.yaml';

/** What is applied for each way of running Plumbline; optional rights are left out. */
export const SHAPES = {
  'one-pod': ['deploy/rbac', 'deploy/account', 'deploy/one-pod'],
  'highly-available': ['deploy/rbac', 'deploy/account', 'deploy/admission', 'deploy/highly-available'],
  'per-role': ['deploy/rbac', 'deploy/admission', 'deploy/per-role'],
} as const;

export const rbacOf = (places: readonly string[]) => places.flatMap(manifestsOf) as RbacObject[];

const COLUMNS: readonly [title: string, places: readonly string[], account: string][] = [
  ['before: one pod', [FORMER_RIGHTS], 'plumbline'],
  ['one pod', SHAPES['one-pod'], 'plumbline'],
  ['`highly-available`, without admission', SHAPES['highly-available'], 'plumbline'],
  ['recommender', SHAPES['per-role'], 'plumbline-recommender'],
  ['updater', SHAPES['per-role'], 'plumbline-updater'],
  ['dashboard', SHAPES['per-role'], 'plumbline-dashboard'],
  ['admission', SHAPES['per-role'], 'plumbline-admission'],
];

const [BEGIN, END] = ['<!-- rights: made by `npm run docs` -->', '<!-- end of rights -->'];

/** The page of security, with what each account may do as the manifests say. */
export function securityPage(): string {
  const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  const [, after = ''] = rest.split(END);
  return `${before}${BEGIN}\n\n${rightsTable()}\n\n${END}${after}`;
}

/** Resources as rows, accounts as columns, verbs in the cells; resources of the same cells share a row. */
function rightsTable(): string {
  const grants = COLUMNS.map(([, places, account]) => grantsOf(rbacOf(places), NAMESPACE, account));
  const rows = new Map<string, { where: string; verbs: string[]; resources: string[] }>();
  for (const { where, resource } of objectsIn(grants.flat())) {
    const verbs = grants.map((all) =>
      verbsIn(all.filter((one) => whereOf(one) === where && nameOf(one) === resource)),
    );
    const key = [where, ...verbs].join('|');
    const row = rows.get(key) ?? { where, verbs, resources: [] };
    row.resources.push(resource);
    rows.set(key, row);
  }
  return table(
    ['In', 'Resource', ...COLUMNS.map(([title]) => title)],
    [...rows.values()].map(({ where, verbs, resources }) => [where, resources.join(', '), ...verbs]),
  );
}

function objectsIn(grants: readonly Grant[]): { where: string; resource: string }[] {
  const seen = new Map(
    grants.map((one) => [`${whereOf(one)} ${nameOf(one)}`, { where: whereOf(one), resource: nameOf(one) }]),
  );
  return [...seen.values()].sort(
    (a, b) => a.where.localeCompare(b.where) || a.resource.localeCompare(b.resource),
  );
}

const whereOf = ({ namespace }: Grant) => (namespace === undefined ? 'every namespace' : `\`${namespace}\``);

function nameOf({ group, resource, name }: Grant): string {
  const kind = group === '' || group === '*' ? resource : `${resource}.${group}`;
  return name === undefined ? `\`${kind}\`` : `\`${kind}\` ${name}`;
}

const READING = ['get', 'list', 'watch'];

function verbsIn(grants: readonly Grant[]): string {
  const verbs = new Set(grants.map(({ verb }) => verb));
  if (verbs.size === 0) return '–';
  const isRead = READING.every((verb) => verbs.has(verb));
  const rest = [...verbs].filter((verb) => !isRead || !READING.includes(verb)).sort();
  return [...(isRead ? ['read'] : []), ...rest].join(', ');
}
