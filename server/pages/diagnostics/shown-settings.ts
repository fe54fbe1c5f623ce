import { isDeepStrictEqual } from 'node:util';
import { type Config, SETTINGS } from '../../config';
import { SECTIONS } from '../../config/sections';
import type { Setting } from '../../config/setting';
import type { SettingSection, ShownSetting } from '../../contract/diagnostics';

const NOT_SHOWN = 'set, not shown';
const KEYS = new Map(
  Object.entries<Setting<unknown>>(SETTINGS).map(([key, { env }]) => [env, key as keyof Config]),
);

/**
 * Every setting as it is in force, under the headings of docs/settings.md; `given` is what the environment says. What
 * neither the environment nor the default says, the program chose, such as the address of the embedded Prometheus.
 */
export function shownSettings(config: Config, given: ReadonlyMap<string, string>): SettingSection[] {
  return SECTIONS.map(([heading, table]) => ({
    heading,
    settings: Object.values(table).map((setting) => shownSetting(setting, config, given)),
  }));
}

function shownSetting(
  { env, fallback, help, parse, isSecret }: Setting<unknown>,
  config: Config,
  given: ReadonlyMap<string, string>,
): ShownSetting {
  const key = KEYS.get(env);
  const value: unknown = key && config[key];
  const own = given.get(env);
  const isDefault = isDeepStrictEqual(value, parse.parse(fallback));
  const origin = own !== undefined ? 'environment' : isDefault ? 'default' : 'program';
  const text = own ?? (isDefault ? fallback : textOf(value));
  return { env, help, fallback, origin, value: isSecret && text !== '' ? NOT_SHOWN : text };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(',') : JSON.stringify(value);
}
