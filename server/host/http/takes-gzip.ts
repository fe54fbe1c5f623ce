import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A quality of 0 says that it is not taken. */
const TAKES_GZIP = /(^|,)\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[\d.]+\s*)?(,|$)/i;

export function takesGzip({ headers }: IncomingMessage): boolean {
  return TAKES_GZIP.test(String(headers['accept-encoding']));
}

export const packed = promisify(gzip);
