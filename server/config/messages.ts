import * as z from 'zod';
import { durationSetting } from '../lib/time/duration-setting';
import { TOPICS, type Topic } from '../words/messages';
import { choice, flag, httpAddress, positive, positiveDurationMs, secret, setting, text } from './setting';

export type BodyFormat = 'json' | 'slack';

/** An address to send messages to, as stated. */
export interface StatedReceiver {
  readonly url: string;
  /** As its prefix says; undefined without one. */
  readonly format: BodyFormat | undefined;
}

const MOST_RECEIVERS = 10;

/**
 * Addresses separated by commas or lines, each with an optional prefix that names its format.
 * @throws Error whose message says what is wrong and never repeats an address
 */
export function receiversFrom(value: string): StatedReceiver[] {
  const stated = value.split(/[\s,]+/).filter(Boolean);
  if (stated.length > MOST_RECEIVERS) throw new Error(`must be at most ${MOST_RECEIVERS} addresses`);
  return stated.map((one, index) => {
    const [, format, url = ''] = /^(?:(json|slack):)?(.*)$/.exec(one) ?? [];
    const which = stated.length === 1 ? 'the address' : `address ${index + 1}`;
    if (!URL.canParse(url) || !/^https?:\/\//.test(url))
      throw new Error(`${which} must be such as https://example.com/hook or slack:https://hooks.slack.com/…`);
    return { url, format: format as BodyFormat | undefined };
  });
}

const receivers = z.string().transform((value, context) => {
  try {
    return receiversFrom(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

const topics = z.string().transform((value, context): readonly Topic[] => {
  const named = value.split(/[\s,]+/).filter(Boolean);
  const unknown = named.filter((name) => !(TOPICS as readonly string[]).includes(name));
  if (unknown.length === 0) return TOPICS.filter((topic) => named.includes(topic));
  context.addIssue({
    code: 'custom',
    message: `${unknown.join(', ')} is not known; known are ${TOPICS.join(', ')}`,
  });
  return z.NEVER;
});

export const MESSAGE_SETTINGS = {
  tellUrl: secret(
    'TELL_URL',
    '',
    receivers,
    'Addresses that messages are posted to, separated by commas or lines; json: or slack: before one says its format. Empty means no messages.',
  ),
  tellUrlFile: setting('TELL_URL_FILE', '', text, 'File with such addresses, besides those.'),
  tellFormat: setting(
    'TELL_FORMAT',
    'auto',
    choice(['auto', 'json', 'slack']),
    'Format of messages to addresses without a prefix; auto means slack for hooks.slack.com, else json.',
  ),
  tellEvents: setting('TELL_EVENTS', TOPICS.join(','), topics, `What is told: ${TOPICS.join(', ')}.`),
  tellGraceMs: setting(
    'TELL_GRACE',
    '1m',
    durationSetting,
    'How long a problem must last before it is told, and be gone before that is told.',
  ),
  tellMinIntervalMs: setting(
    'TELL_MIN_INTERVAL',
    '30s',
    durationSetting,
    'Shortest time between two messages; what happens meanwhile is told together.',
  ),
  tellPerHour: setting(
    'TELL_PER_HOUR',
    '60',
    positive,
    'Most messages in an hour; beyond that, what happens is told together later.',
  ),
  tellTimeoutMs: setting(
    'TELL_TIMEOUT',
    '10s',
    positiveDurationMs.pipe(z.number().max(20_000, 'must be at most 20s')),
    'How long a receiver may take to answer.',
  ),
  tellGiveUpMs: setting(
    'TELL_GIVE_UP',
    '6h',
    positiveDurationMs,
    'How long a message is tried before it is given up.',
  ),
  tellInsecure: setting(
    'TELL_INSECURE',
    'false',
    flag,
    'Whether messages may be sent without TLS to other machines.',
  ),
  tellProxy: secret('TELL_PROXY', '', httpAddress, 'Proxy through which messages are sent.'),
  tellSigningSecret: secret(
    'TELL_SIGNING_SECRET',
    '',
    text,
    'Secret by which bodies are signed, in the header X-Plumbline-Signature: sha256=HMAC; empty means unsigned.',
  ),
  tellSigningSecretFile: setting('TELL_SIGNING_SECRET_FILE', '', text, 'File with that secret.'),
  externalUrl: setting(
    'EXTERNAL_URL',
    '',
    httpAddress,
    'Address under which people reach the dashboard, for links in messages.',
  ),
} as const;
