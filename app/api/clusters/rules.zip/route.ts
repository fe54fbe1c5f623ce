import { answer } from '@/app/api/answer';
import { presentHub } from '@/app/api/clusters/present-hub';
import { download } from '@/app/api/download';
import { access, runtime } from '@/server/host/runtime';
import { ruleFiles } from '@/server/pages/clusters/rules/rule-files';
import { zipped } from '@/server/pages/patches/zip';

export const dynamic = 'force-dynamic';

const FOLDER = 'plumbline-rules';

/** The rules of the clusters of a hub, to be kept in Git. */
export const GET = answer(async ({ url }, _params, person) => {
  const hub = presentHub();
  const files = await ruleFiles(await hub.rules(access().askerOf(person)), new URL(url).searchParams);
  return download({
    name: `${FOLDER}.zip`,
    mediaType: 'application/zip',
    body: await zipped(FOLDER, files, runtime().clock.now()),
  });
}, 'person');
