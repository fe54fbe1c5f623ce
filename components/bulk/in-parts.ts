import type { BulkStep } from '@/server/contract/requests/bulk';
import { failureOf, JSON_BODY, request } from '../api/request';

/** Few enough that progress moves, and no more than the server takes at once. */
const AT_ONCE = 25;

interface Progress {
  /** Called after each part with how many steps have an answer. */
  progressed(answered: number): void;
  /** Asked before each part; once it says no, the rest is left. */
  goesOn(): boolean;
}

/** What came of the steps, in their order; fewer if it did not go on, or a part got no answer, as `error` explains. */
interface Answered<Result> {
  results: Result[];
  error?: string;
  /** Steps after those that may have been taken, though nobody said so. */
  unsure: number;
}

/** Sends steps part by part under one trace, which the audit log shows. */
export async function inParts<Result>(
  path: string,
  steps: readonly BulkStep[],
  trace: string,
  { progressed, goesOn }: Progress,
): Promise<Answered<Result>> {
  const results: Result[] = [];
  for (let begin = 0; begin < steps.length && goesOn(); begin += AT_ONCE) {
    const sent = steps.slice(begin, begin + AT_ONCE);
    try {
      const part = await request<{ results: Result[] }>(path, {
        method: 'POST',
        headers: { ...JSON_BODY, traceparent: `00-${trace}-${randomHex(8)}-01` },
        body: JSON.stringify({ steps: sent }),
      });
      results.push(...part.results);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      return { results, error, unsure: isRefused(thrown) ? 0 : sent.length };
    }
    progressed(results.length);
  }
  return { results, unsure: 0 };
}

/** Whether the server itself refused the whole part, of which nothing is done then. */
function isRefused(thrown: unknown): boolean {
  const failure = failureOf(thrown);
  return failure?.kind === 'refused' && failure.code !== 'unknown' && failure.code !== 'internal';
}

/** A trace for everything that one change does. */
export function newTraceParent(): string {
  return randomHex(16);
}

function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
