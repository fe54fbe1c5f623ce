import { ruleFiles } from '../../../../pages/clusters/rules/rule-files';
import { zipped } from '../../../../pages/patches/zip';
import { access, runtime } from '../../../runtime';
import { answer } from '../../answer';
import { download } from '../../download';
import { presentHub } from '../present-hub';

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
