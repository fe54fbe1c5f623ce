/**
 * V8 keeps the text of every script that it runs, in one byte for each character; a single "…" makes it two. Writes such
 * characters of the built server as escapes, which halves those texts, and moves their source maps along.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';

const WIDE = /[\u0100-\uffff]/g;
/** An escape is longer than what it stands for by so many characters. */
const ADDED = 5;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The first number of a segment of a source map, and what follows it. */
function firstOf(segment) {
  let bits = 0;
  let at = 0;
  for (let shift = 0; ; shift += 5) {
    const digit = DIGITS.indexOf(segment[at++]);
    bits += (digit & 31) * 2 ** shift;
    if (digit < 32) break;
  }
  return { number: bits & 1 ? -(bits >>> 1) : bits >>> 1, rest: segment.slice(at) };
}

function encoded(number) {
  let bits = number < 0 ? -number * 2 + 1 : number * 2;
  let text = '';
  do {
    const digit = bits & 31;
    bits >>>= 5;
    text += DIGITS[bits > 0 ? digit | 32 : digit];
  } while (bits > 0);
  return text;
}

/** The segments of a line, whose columns move by what was added before them. */
function movedLine(segments, line) {
  const wide = [...line.matchAll(WIDE)].map(({ index }) => index);
  if (wide.length === 0 || segments === '') return segments;
  let column = 0;
  let before = 0;
  let passed = 0;
  const moved = segments.split(',').map((segment) => {
    const { number, rest } = firstOf(segment);
    column += number;
    while (passed < wide.length && wide[passed] < column) passed++;
    const now = column + passed * ADDED;
    const text = encoded(now - before) + rest;
    before = now;
    return text;
  });
  return moved.join(',');
}

/** The mappings of a source map of `text`, once its wide characters are escapes. */
export function movedMappings(mappings, text) {
  const lines = text.split('\n');
  return mappings
    .split(';')
    .map((segments, index) => movedLine(segments, lines[index] ?? ''))
    .join(';');
}

/** The same script without wide characters; undefined where an escape would say something else. */
export function narrowed(text) {
  // Behind a backslash, and in a template whose text is taken as it is written.
  if (/\\[\u0100-\uffff]|\braw`/.test(text)) return undefined;
  const narrow = text.replace(WIDE, escaped);
  try {
    new Script(`(function(module,exports,require){${narrow}\n})`);
    return narrow;
  } catch {
    return undefined;
  }
}

function narrow(file) {
  const text = readFileSync(file, 'utf8');
  if (text.search(WIDE) < 0) return;
  const script = narrowed(text);
  if (script === undefined) return;
  const mapFile = `${file}.map`;
  try {
    const map = JSON.parse(readFileSync(mapFile, 'utf8'));
    if (map.mappings === undefined) return;
    writeFileSync(mapFile, JSON.stringify({ ...map, mappings: movedMappings(map.mappings, text) }));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  writeFileSync(file, script);
}

/** Does it for every script in a folder. */
export function narrowSources(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith('.js'))
      narrow(path.join(entry.parentPath ?? entry.path, entry.name));
}
