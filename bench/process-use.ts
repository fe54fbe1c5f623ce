import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

const procFile = ({ pid }: ChildProcess, name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');

/** Resident memory, in bytes. */
export function rssOf(child: ChildProcess): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(procFile(child, 'status'))?.[1]) * 1024;
}

/** CPU time used since its start, in milliseconds. */
export function cpuMsOf(child: ChildProcess): number {
  const fields = procFile(child, 'stat').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1000;
}

/** @throws Error if it ended */
export function mustRun(name: string, { exitCode, signalCode }: ChildProcess): void {
  if (exitCode !== null || signalCode !== null)
    throw new Error(`${name} ended with ${exitCode ?? signalCode}`);
}
