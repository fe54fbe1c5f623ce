import { createHmac } from 'node:crypto';
import type { BodyFormat } from '../config/messages';
import { countOf } from '../words/counts';
import { INBOX_SENTENCES } from '../words/inbox';
import { NEWS } from '../words/messages';
import { absoluteTime, isoTime } from '../words/times';
import type { Message, NewsItem } from './ledger';

/** What a body says besides the message. */
export interface BodyContext {
  /** The name of the cluster. */
  readonly cluster: string;
  /** Where people reach the dashboard; empty if that is unknown. */
  readonly externalUrl: string;
}

/** Slack cuts texts off at 40,000 characters and advises less than 4,000. */
const LONGEST_SLACK = 3_500;

/** The body of a message as text, UTF-8 JSON in either format. */
export function bodyOf(format: BodyFormat, message: Message, context: BodyContext): string {
  return JSON.stringify(format === 'slack' ? slackBody(message, context) : jsonBody(message, context));
}

/** Header fields of a body: who sends it, its id, and its signature if there is a secret. */
export function messageHeaders(body: string, id: string, secret: string): Record<string, string> {
  const signature = secret && createHmac('sha256', secret).update(body).digest('hex');
  return {
    'content-type': 'application/json',
    'user-agent': 'plumbline',
    'idempotency-key': id,
    ...(signature && { 'x-plumbline-signature': `sha256=${signature}` }),
  };
}

function jsonBody(message: Message, context: BodyContext) {
  const { id, code, atMs, count, items, dropped } = message;
  return {
    version: 1,
    id,
    event: code,
    cluster: context.cluster,
    at: isoTime(atMs),
    text: plainText(message, context),
    count,
    items: items.map(({ about, detail, remedy, atMs: itemMs, path, problem }) => ({
      about,
      ...(problem && { problem }),
      ...(remedy && { remedy }),
      ...(detail && { detail }),
      at: isoTime(itemMs),
      ...(linkOf(path, context) && { link: linkOf(path, context) }),
    })),
    ...(dropped > 0 && { dropped }),
  };
}

function slackBody(message: Message, context: BodyContext) {
  const { code, count, items, dropped, atMs } = message;
  const lines = [
    `*${escaped(context.cluster)}*: ${escaped(NEWS[code].sentence(count))}`,
    ...items.map((item) => {
      const link = linkOf(item.path, context);
      const about = link ? `<${escaped(link)}|${escaped(item.about)}>` : escaped(item.about);
      return `• ${about}${after(': ', escaped(wordsOf(item)))}`;
    }),
    ...others(message),
    ...droppedWords(dropped),
    escaped(absoluteTime(atMs)),
  ];
  return { text: withinLength(lines) };
}

/** The message as one text, for receivers that show no more. */
function plainText(message: Message, { cluster }: BodyContext): string {
  const { code, count, items, dropped } = message;
  return [
    `${cluster}: ${NEWS[code].sentence(count)}`,
    ...items.map((item) => `- ${item.about}${after(': ', wordsOf(item))}`),
    ...others(message),
    ...droppedWords(dropped),
  ].join('\n');
}

/** What is said of one object in one line: for a line of the inbox its sentence first. */
function wordsOf({ problem, detail }: NewsItem): string {
  const words = [problem && INBOX_SENTENCES[problem], detail].filter(Boolean).join(': ');
  return words.replaceAll(/\s*[\r\n]+\s*/g, ' ');
}

function others({ count, items }: Message): string[] {
  const more = count - items.length;
  return more > 0 && items.length > 0 ? [`and ${more.toLocaleString('en-US')} more`] : [];
}

function droppedWords(dropped: number): string[] {
  return dropped > 0
    ? [
        `${countOf(dropped, 'earlier message was', 'earlier messages were')} dropped, because too many waited.`,
      ]
    : [];
}

function linkOf(path: string, { externalUrl }: BodyContext): string {
  return externalUrl && `${externalUrl.replace(/\/+$/, '')}${path}`;
}

function after(before: string, text: string): string {
  return text && before + text;
}

/** As Slack asks: these three and no others. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Whole lines, as many as fit. */
function withinLength(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    if (text.length + line.length + 1 > LONGEST_SLACK) break;
    text += text ? `\n${line}` : line;
  }
  return text;
}
