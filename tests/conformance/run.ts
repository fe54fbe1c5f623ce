import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Checker } from './checker';
import { CHECKERS } from './checkers';

/** The result for one vector file. */
type FileOutcome =
  | { kind: 'checked'; file: string; passed: number; failures: { name: string; difference: string }[] }
  | { kind: 'skipped'; file: string }
  | { kind: 'unreadable'; file: string; why: string };

const VECTOR_FILE = /^(.+?)\.json(\.gz)?$/;

/** The vector files of a folder, sorted by name. */
export async function vectorFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => VECTOR_FILE.test(file)).sort();
}

/** Checks every case of one vector file by the checker of its base name. */
export async function checkFile(folder: string, file: string): Promise<FileOutcome> {
  const match = VECTOR_FILE.exec(file);
  const checker = CHECKERS.find((candidate) => candidate.file === match?.[1]);
  if (!checker) return { kind: 'skipped', file };
  let cases: ReturnType<Checker['cases']>;
  try {
    const bytes = await readFile(join(folder, file));
    cases = checker.cases(JSON.parse((match?.[2] ? gunzipSync(bytes) : bytes).toString('utf8')));
  } catch (thrown) {
    return { kind: 'unreadable', file, why: messageOf(thrown) };
  }
  const failures: { name: string; difference: string }[] = [];
  for (const { name, vector } of cases) {
    const difference = await firstDifference(checker, vector);
    if (difference !== undefined) failures.push({ name, difference });
  }
  return { kind: 'checked', file, passed: cases.length - failures.length, failures };
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

async function firstDifference(checker: Checker, vector: unknown): Promise<string | undefined> {
  try {
    await checker.check(vector);
    return undefined;
  } catch (thrown) {
    return messageOf(thrown);
  }
}
