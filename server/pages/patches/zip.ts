import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { PatchFile } from '../../contract/patches';
import { Slices } from '../../lib/time/slices';

/** The files in one archive, each under `folder`. Others run between two files. */
export async function zipped(
  folder: string,
  files: readonly PatchFile[],
  atMs: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const slices = new Slices();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let fault: Error | undefined;
  const archive = new Zip((error, part) => {
    if (error) fault = error;
    else parts.push(part as Uint8Array<ArrayBuffer>);
  });
  for (const { path, text } of files) {
    const entry = new ZipDeflate(`${folder}/${path}`, { level: 6 });
    entry.mtime = atMs;
    archive.add(entry);
    entry.push(strToU8(text), true);
    await slices.breathe();
  }
  archive.end();
  if (fault) throw fault;
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
