import { answer } from '@/app/api/answer';
import { selectedExport } from '@/app/api/export/selected';
import { zipped } from '@/server/process/patches/zip';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

const FOLDER = 'plumbline-patches';

/** The same as one file. */
export const GET = answer(async (request, _params, person) => {
  const { files } = await selectedExport(request, person);
  return new Response(await zipped(FOLDER, files, runtime().clock.now()), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${FOLDER}.zip"`,
      'cache-control': 'private, no-cache',
    },
  });
}, 'person');
