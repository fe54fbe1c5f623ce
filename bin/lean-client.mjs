/** Has the generated database client read its compiler of queries as `server/store/query-compiler.ts` says why. */
import { readFileSync, writeFileSync } from 'node:fs';

const IMPORTED =
  /const \{ wasm \} = await import\(("@prisma\/client\/runtime\/[^"]+\.wasm-base64\.mjs")\)\s*return await decodeBase64AsWasm\(wasm\)/;
const READ = `const { queryCompilerIn } = await import('../../../query-compiler')
    return queryCompilerIn($1)`;

/** @throws Error if the client is not as expected, as a new version of Prisma may make it */
export function readCompilerAsFile(file) {
  const text = readFileSync(file, 'utf8');
  if (!IMPORTED.test(text))
    throw new Error(`${file} imports no compiler of queries: mend bin/lean-client.mjs`);
  writeFileSync(file, text.replace(IMPORTED, READ));
}
