import { zipped } from '../../../pages/patches/zip';
import { runtime } from '../../runtime';
import { answer } from '../answer';
import { download } from '../download';
import { selectedExport } from '../export/selected';

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
