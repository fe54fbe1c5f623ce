import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const FOLDER = path.dirname(fileURLToPath(import.meta.url));

export interface RecordedRequest {
  method: string;
  path: string;
  accept?: string;
  contentType?: string;
  body?: unknown;
}

interface RecordedReview {
  url: string;
  headers: Record<string, string>;
  body: { request: Record<string, unknown> };
}

/** One exchange with a real Kubernetes 1.24 API server; a watch has lines in place of a body. */
export interface Exchange {
  name: string;
  request?: RecordedRequest;
  response?: { status: number; body?: unknown; lines?: unknown[] };
  reviews?: RecordedReview[];
}

export function readRecording(name: string): Exchange[] {
  const text = gunzipSync(readFileSync(path.join(FOLDER, `${name}.json.gz`))).toString('utf8');
  return (JSON.parse(text) as { recorded: Exchange[] }).recorded;
}
