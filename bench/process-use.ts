import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

const procFile = ({ pid }: Pick<ChildProcess, 'pid'>, name: string) =>
  readFileSync(`/proc/${pid}/${name}`, 'utf8');

/** Resident memory, in bytes. */
export function rssOf(child: ChildProcess): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(procFile(child, 'status'))?.[1]) * 1024;
}

/**
 * Resident pages of files that several of these processes map, counted for all but the one that has most of each file,
 * in bytes: what the sum of `rssOf` has twice.
 */
export function mappedAgainBytes(children: readonly ChildProcess[]): number {
  const ofFiles = children.map((child) => fileBytesOf(procFile(child, 'smaps')));
  const sum = (of: ReadonlyMap<string, number>) => [...of.values()].reduce((all, bytes) => all + bytes, 0);
  const most = new Map<string, number>();
  for (const its of ofFiles)
    for (const [file, bytes] of its) most.set(file, Math.max(most.get(file) ?? 0, bytes));
  return ofFiles.reduce((all, its) => all + sum(its), 0) - sum(most);
}

/** Unchanged resident pages by the file that they are of, in bytes, from the text of `/proc/PID/smaps`. */
function fileBytesOf(smaps: string): Map<string, number> {
  const bytes = new Map<string, number>();
  const mapping =
    /^[\da-f]+-[\da-f]+ \S+ \S+ \S+ \d+ +(\/.+)\n(?:.+ kB\n)*?Rss: +(\d+) kB\n(?:.+ kB\n)*?Anonymous: +(\d+) kB$/gm;
  for (const [, file = '', rss, anonymous] of smaps.matchAll(mapping))
    bytes.set(file, (bytes.get(file) ?? 0) + (Number(rss) - Number(anonymous)) * 1024);
  return bytes;
}

/** CPU time used since its start, in milliseconds. */
export function cpuMsOf(child: Pick<ChildProcess, 'pid'>): number {
  const fields = procFile(child, 'stat').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1000;
}

/** @throws Error if it ended */
export function mustRun(name: string, { exitCode, signalCode }: ChildProcess): void {
  if (exitCode !== null || signalCode !== null)
    throw new Error(`${name} ended with ${exitCode ?? signalCode}`);
}
