import { readEntries } from '../../../../contract/requests/audit';
import { auditFile } from '../../../../pages/audit-file';
import { runtime } from '../../../runtime';
import { answer } from '../../answer';
import { download, streamed } from '../../download';
import { askedIn } from '../../listing';

/** What a query of the log asks for and the person may read, as a file. */
export const GET = answer(async (request, _params, person) => {
  const { params, reach } = await askedIn(request, person);
  const within = reach.namespaces && [...reach.namespaces];
  const { store, clock } = runtime();
  const { parts, mediaType, fileName } = await auditFile(params, (page) =>
    readEntries(store, { params: page, within }, clock.now()),
  );
  return download({ name: fileName, mediaType, body: streamed(parts), cache: 'no-store' });
}, 'person');
