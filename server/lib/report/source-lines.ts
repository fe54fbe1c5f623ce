import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';

/** A line of a stack. What errors say comes before, may be long, and may be somebody else's. */
const FRAME = /^ {4}at .{1,500}$/gm;
const PLACE = /((?:file:\/\/)?\/[^()]+?\.m?js):(\d+):(\d+)/;
const MOST_PLACES = 1_000;
/** To read a map takes up to a tenth of a second: an error that never stops must not cost that each time. */
const READ_EVERY_MS = 10_000;

/** `file:line:column` of bundles, as `source:line:column`. */
const known = new LRUCache<string, string>({ max: MOST_PLACES });
let lastReadMs = Number.NEGATIVE_INFINITY;

function mapBeside(file: string): SourceMap | undefined {
  try {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

/**
 * A stack with the lines of our sources in place of those of bundles, by the maps beside these. Maps are read when an
 * error is told and dropped again: to hold them takes half as much memory as everything else. Within ten seconds of the
 * last reading, lines that were never told stay as they are.
 */
export function inSources(stack: string, nowMs = performance.now()): string {
  const mayRead = nowMs - lastReadMs >= READ_EVERY_MS;
  const maps = new Map<string, SourceMap | undefined>();
  const inSource = (place: string, file: string, line: string, column: string) => {
    const told = known.get(place);
    if (told !== undefined || !mayRead) return told ?? place;
    if (!maps.has(file)) maps.set(file, mapBeside(file));
    lastReadMs = nowMs;
    const found = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    const its =
      found && 'originalSource' in found && found.originalSource
        ? `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`
        : place;
    known.set(place, its);
    return its;
  };
  return stack.replace(FRAME, (frame) => frame.replace(PLACE, inSource));
}
