import { type Config, SETTINGS } from './index';
import type { Setting } from './setting';

/** Shorter texts are no secrets, and are part of other words. */
const SHORTEST_SECRET = 4;
const LONG_WORD = 8;
/** User and password in an address. */
const CREDENTIALS = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi;
/** Parameters of addresses that give access. */
const OF_ACCESS = /token|key|secret|password|passwd|auth|sig/i;
const HIDDEN = '(not shown)';

/** Every text that settings keep secret, alone or as part of a list, longest first. */
export function secretsOf(config: Config, given: ReadonlyMap<string, string> = new Map()): string[] {
  const found = new Set<string>();
  for (const [key, { env, isSecret }] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const value: unknown = config[key as keyof Config];
    if (!isSecret) {
      if (typeof value === 'string') collect(accessIn(value), found);
      continue;
    }
    collect(value, found);
    collect(given.get(env), found);
  }
  return [...found].filter((text) => text.length >= SHORTEST_SECRET).sort((a, b) => b.length - a.length);
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    into.add(value);
    // Such as the token after `Bearer`, or one address of several.
    for (const word of value.split(/[\s,]+/)) if (word.length >= LONG_WORD) into.add(word);
  }
  if (Array.isArray(value)) for (const one of value) collect(one, into);
  else if (typeof value === 'object' && value !== null) collect(Object.values(value), into);
}

/** What gives access in an address: its password, as the address has it and as it is meant, and tokens in its query. */
function accessIn(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  const tokens = [...searchParams].filter(([name]) => OF_ACCESS.test(name)).map(([, value]) => value);
  try {
    return [...tokens, password, decodeURIComponent(password)];
  } catch {
    return [...tokens, password];
  }
}

/** The same data without these secrets, and without users and passwords in addresses. */
export function withoutSecrets<T>(data: T, secrets: readonly string[]): T {
  return cleaned(data, secrets) as T;
}

function cleaned(data: unknown, secrets: readonly string[]): unknown {
  if (typeof data === 'string') {
    const plain = data.replaceAll(CREDENTIALS, '$1…@');
    return secrets.reduce((left, secret) => left.replaceAll(secret, HIDDEN), plain);
  }
  if (Array.isArray(data)) return data.map((one) => cleaned(one, secrets));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, cleaned(value, secrets)]));
}

/** Takes the secrets of settings out of texts, also as JSON writes them. */
export function hiding(config: Config): (text: string) => string {
  const secrets = secretsOf(config);
  const written = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  const all = [...new Set([...secrets, ...written])].sort((a, b) => b.length - a.length);
  return (text) => withoutSecrets(text, all);
}

/** An address as it may be shown and sent: where it is, and nothing that gives access. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address) || !/^https?:/.test(address)) return 'an address that cannot be read';
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, '');
}
