import { answer } from '@/app/api/answer';
import { download } from '@/app/api/download';
import { selectedExport } from '@/app/api/export/selected';
import { runtime } from '@/server/host/runtime';
import { zipped } from '@/server/pages/patches/zip';

export const dynamic = 'force-dynamic';

const FOLDER = 'plumbline-patches';

/** The same as one file. */
export const GET = answer(async (request, _params, person) => {
  const { files } = await selectedExport(request, person);
  return download({
    name: `${FOLDER}.zip`,
    mediaType: 'application/zip',
    body: await zipped(FOLDER, files, runtime().clock.now()),
  });
}, 'person');
