import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type BodyFormat, receiversFrom } from '../config/messages';
import { ConfigError } from '../lib/report/errors';
import type { MessageSettings } from './settings';

/** Where messages go. The address may contain a secret: only `host` is ever shown. */
export interface Receiver {
  /** Tells it from others, in the ledger too; nothing of the address can be read from it. */
  readonly key: string;
  readonly url: URL;
  readonly host: string;
  readonly format: BodyFormat;
}

const SLACK = 'hooks.slack.com';
const KEY_LENGTH = 12;

type Stated = Pick<MessageSettings, 'tellUrl' | 'tellUrlFile' | 'tellFormat' | 'tellInsecure'>;

/**
 * The receivers of the settings, each once.
 * @throws ConfigError for a file that cannot be used, or an address without TLS that is not on this machine
 */
export function receiversOf({ tellUrl, tellUrlFile, tellFormat, tellInsecure }: Stated): Receiver[] {
  const inFile = tellUrlFile
    ? fromFile('PLUMBLINE_TELL_URL_FILE', tellUrlFile, (text) => receiversFrom(text))
    : [];
  const found = new Map<string, Receiver>();
  for (const { url: text, format } of [...tellUrl, ...inFile]) {
    const url = new URL(text);
    if (url.protocol === 'http:' && !tellInsecure && !isLoopback(url.hostname))
      throw wrong(
        `the address of ${url.host} has no TLS; use https, or set PLUMBLINE_TELL_INSECURE=true if nobody listens in between`,
      );
    const key = createHash('sha256').update(url.href).digest('hex').slice(0, KEY_LENGTH);
    if (found.has(key)) continue;
    const sameHost = [...found.values()].filter((one) => one.url.host === url.host).length;
    found.set(key, {
      key,
      url,
      host: sameHost > 0 ? `${url.host} (${sameHost + 1})` : url.host,
      format: format ?? formatOf(tellFormat, url),
    });
  }
  return [...found.values()];
}

/**
 * The secret by which bodies are signed; empty without one.
 * @throws ConfigError for a file that cannot be used
 */
export function signingSecretOf({
  tellSigningSecret,
  tellSigningSecretFile,
}: Pick<MessageSettings, 'tellSigningSecret' | 'tellSigningSecretFile'>): string {
  if (!tellSigningSecretFile) return tellSigningSecret;
  if (tellSigningSecret)
    throw wrong('set PLUMBLINE_TELL_SIGNING_SECRET or PLUMBLINE_TELL_SIGNING_SECRET_FILE, not both');
  return fromFile('PLUMBLINE_TELL_SIGNING_SECRET_FILE', tellSigningSecretFile, (text) => {
    if (text.trim()) return text.trim();
    throw new Error('must contain a secret');
  });
}

function formatOf(stated: MessageSettings['tellFormat'], url: URL): BodyFormat {
  if (stated !== 'auto') return stated;
  return url.hostname === SLACK ? 'slack' : 'json';
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function fromFile<T>(env: string, file: string, read: (text: string) => T): T {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(`${env}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    return read(text);
  } catch (error) {
    throw wrong(`${env}: ${file}: ${(error as Error).message}`);
  }
}

function wrong(message: string): ConfigError {
  return new ConfigError(`Settings cannot be used:\n  ${message}`);
}
