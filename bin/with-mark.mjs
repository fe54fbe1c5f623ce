import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Does `work` while a file in `folder`, named by the id of this process, says so. Several processes may begin at once
 * where only one can succeed: the end of another leaves its mark. What succeeds also clears those of processes that were
 * ended half-way.
 */
export async function withMark(folder, work) {
  const mark = path.join(folder, String(process.pid));
  mkdirSync(folder, { recursive: true });
  writeFileSync(mark, '');
  try {
    await work();
    rmSync(folder, { recursive: true, force: true });
  } finally {
    rmSync(mark, { force: true });
  }
}
