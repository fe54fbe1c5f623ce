import * as z from 'zod';
import { AppError, type ErrorCode, isErrorCode } from '../../lib/report/errors';
import { MEMBER_FAULTS, type MemberFault } from '../../words/member-faults';
import { isEtag } from '../etag';
import { mustBeShallowJson, shallowJson } from '../json/shallow-json';
import { type MemberReply, MOST_JSON } from '../member-client';
import { shortList } from '../short-list';
import type { PassedRoute } from './passed-route';

/** What a person gets of what a member answered: data, or a file to keep, and never a page. */
export interface PassedAnswer {
  status: 200 | 304;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Series of a chart are many short numbers. */
const PASSED_JSON = { ...MOST_JSON, values: 1_000_000 };
const LONGEST_MESSAGE = 2_000;
const MOST_FIELDS = 50;
/** Its message and those of its fields, and more. */
const LONGEST_REFUSAL_BYTES = 512 * 1024;
const FILE_TYPES = new Set([
  'text/csv',
  'text/markdown',
  'application/json',
  'application/x-ndjson',
  'application/yaml',
  'application/zip',
]);
const refused = z.object({
  code: z.string().refine(isErrorCode),
  message: z.string(),
  fields: shortList(
    z.object({ field: z.string().max(200), message: z.string().max(LONGEST_MESSAGE) }),
    MOST_FIELDS,
  ).catch([]),
});

/**
 * What is passed on of a reply: a status, a body of a fixed type, and a few headers, each written anew.
 * Rejects with AppError what the member refuses and why, in its words; `cluster-away` for what is no answer of Plumbline
 */
export async function passedAnswer(
  cluster: string,
  { answers, method }: PassedRoute,
  { status, header, bytes }: MemberReply,
): Promise<PassedAnswer> {
  if (status === 304 && method === 'GET') return { status, headers: headersOf(header), body: null };
  if (status !== 200) throw await refusalIn(cluster, status, bytes);
  if (answers === 'file')
    return { status, headers: { ...headersOf(header), ...fileHeaders(cluster, header) }, body: bytes };
  try {
    await mustBeShallowJson(bytes, PASSED_JSON);
  } catch {
    throw clusterAway(cluster, 'unreadable');
  }
  return { status, headers: { ...headersOf(header), 'content-type': 'application/json' }, body: bytes };
}

/** Why a member has no answer, for whoever looks at it. */
export function clusterAway(cluster: string, fault: MemberFault, isChange = false): AppError {
  const { sentence, remedy } = MEMBER_FAULTS[fault];
  const unsure = isChange && (fault === 'slow' || fault === 'unreachable') ? ` ${UNSURE}` : '';
  return new AppError('cluster-away', `${cluster}: ${sentence}${unsure} ${remedy}`);
}

const UNSURE = 'Whether the change was made is not known: look there before you make it again.';

async function refusalIn(cluster: string, status: number, bytes: Buffer): Promise<AppError> {
  if (status >= 300 && status < 400) return clusterAway(cluster, 'redirects');
  // Whoever is signed in here is not sent to sign in once more.
  if (status === 401) return clusterAway(cluster, 'stranger');
  const said = refused.safeParse(await jsonIn(bytes)).data;
  if (said && new AppError(said.code).status === status)
    return new AppError(said.code, detailIn(said.code, said.message), said.fields);
  if (status === 404) return clusterAway(cluster, 'older');
  return clusterAway(cluster, status >= 500 || status === 429 ? 'failing' : 'unreadable');
}

/** What a message says beyond the sentence of its code. */
function detailIn(code: ErrorCode, message: string): string {
  const { message: sentence } = new AppError(code);
  const detail = message.startsWith(sentence) ? message.slice(sentence.length).replace(/^: /, '') : message;
  return detail.slice(0, LONGEST_MESSAGE);
}

type HeaderOf = MemberReply['header'];

function headersOf(header: HeaderOf): Record<string, string> {
  const [etag, now] = [header('etag'), header('x-plumbline-now')];
  return {
    'cache-control': 'private, no-cache',
    ...(etag !== undefined && isEtag(etag) && { etag }),
    ...(now !== undefined && /^\d{1,16}(\.\d{1,6})?$/.test(now) && { 'x-plumbline-now': now }),
  };
}

/** A browser saves it under a name that says where it is from, and shows it as nothing. */
function fileHeaders(cluster: string, header: HeaderOf): Record<string, string> {
  const type = header('content-type') ?? '';
  const known = FILE_TYPES.has(type.split(';')[0]?.trim() ?? '');
  const [, name = 'file'] = /filename="([\w.-]{1,100})"/.exec(header('content-disposition') ?? '') ?? [];
  return {
    'content-type': known && /^[\w/; =.+-]{1,60}$/.test(type) ? type : 'application/octet-stream',
    'content-disposition': `attachment; filename="${cluster}-${name}"`,
    'cache-control': 'private, no-store',
  };
}

/** What a refusal says; undefined if it is none. */
async function jsonIn(bytes: Buffer): Promise<unknown> {
  try {
    return bytes.length > LONGEST_REFUSAL_BYTES ? undefined : await shallowJson(bytes, MOST_JSON);
  } catch {
    return undefined;
  }
}
