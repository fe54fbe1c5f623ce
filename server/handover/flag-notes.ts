import { isDeepStrictEqual } from 'node:util';
import { type Config, SETTINGS } from '../config';
import type { Setting } from '../config/setting';
import type { FoundDeployment, FoundInstallation } from './found';
import { UPSTREAM_FLAGS } from './upstream-flags';

/** A flag that a container of the upstream VPA is started with. */
export interface GivenFlag {
  readonly name: string;
  readonly value: string;
}

/** Values that are not repeated. */
const SECRETS = new Set(['password', 'prometheus-bearer-token']);
const FLAG = /^--?([A-Za-z][\w.-]*)(?:=(.*))?$/s;

/** The flags among the words of a command, as pflag reads them: `_` is `-`, and a flag alone is true. */
export function flagsIn(words: readonly string[]): GivenFlag[] {
  const flags: GivenFlag[] = [];
  for (const [index, word] of words.entries()) {
    const [, written, value] = FLAG.exec(word) ?? [];
    if (written === undefined) continue;
    const next = words[index + 1];
    const isApart = value === undefined && next !== undefined && !next.startsWith('-');
    flags.push({ name: written.replaceAll('_', '-'), value: value ?? (isApart ? next : 'true') });
  }
  return flags;
}

/** A sentence for each flag of the upstream VPA that is found: the setting that says the same, or that there is none. */
export function flagNotes({ upstream, ours }: Pick<FoundInstallation, 'upstream' | 'ours'>): string[] {
  const given = environmentOf(ours);
  const notes = upstream.flatMap(({ deployment }) => {
    const { namespace, name } = deployment.metadata;
    const flags = deployment.spec.template.spec?.containers.flatMap(({ command = [], args = [] }) =>
      flagsIn([...command, ...args]),
    );
    return (flags ?? []).map((flag) => `  ${namespace}/${name} ${written(flag)}: ${answerTo(flag, given)}`);
  });
  return notes.length > 0
    ? ['Flags of the upstream VPA, and what says the same to Plumbline:', ...notes]
    : [];
}

const written = ({ name, value }: GivenFlag) =>
  `${name.length === 1 ? '-' : '--'}${name}=${SECRETS.has(name) ? '(not shown)' : value}`;

function answerTo({ name, value }: GivenFlag, given: ReadonlyMap<string, string>): string {
  const answer = Object.hasOwn(UPSTREAM_FLAGS, name) ? UPSTREAM_FLAGS[name] : undefined;
  if (!answer) return 'no flag of VPA 1.8.1, and no setting.';
  if ('none' in answer) return `no setting: ${answer.none}`;
  const [only] = answer.settings;
  const settings = answer.write ? answer.write(value) : only ? { [only]: value } : {};
  const parts = Object.entries(settings).map(([key, text]) =>
    stateOf(SETTINGS[key as keyof Config], text, given),
  );
  if (parts.length === 0) return 'nothing to set.';
  return `${parts.join('; ')}${answer.note ? ` (${answer.note})` : ''}.`;
}

/** Whether a setting says the same already, or has to be set. */
function stateOf(setting: Setting<unknown>, text: string, given: ReadonlyMap<string, string>): string {
  const { env, parse, fallback, isSecret } = setting;
  const wanted = parse.safeParse(text);
  const shown = isSecret ? '(not shown)' : text;
  if (!wanted.success) {
    const why = wanted.error.issues.map(({ message }) => message).join('; ');
    return `${env} does not take ${shown}: ${why}`;
  }
  const now = given.get(env) ?? fallback;
  const present = parse.safeParse(now);
  if (present.success && isDeepStrictEqual(present.data, wanted.data))
    return given.has(env) ? `${env} is set to it` : `${env} has that by default`;
  const other = given.has(env)
    ? `, which is ${isSecret || now === '' ? 'set from elsewhere' : now} there`
    : '';
  return `set ${env}=${shown}${other}`;
}

/** What the Deployments of Plumbline set, by name, of several values the last; empty if it comes from elsewhere. */
function environmentOf(deployments: readonly FoundDeployment[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { spec } of deployments)
    for (const { env = [] } of spec.template.spec?.containers ?? [])
      for (const { name, value = '' } of env) values.set(name, value);
  return values;
}
