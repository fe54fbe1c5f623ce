import { answer } from '@/app/api/answer';
import { download, streamed } from '@/app/api/download';
import { askedIn } from '@/app/api/listing';
import { readEntries } from '@/server/contract/requests/audit';
import { runtime } from '@/server/host/runtime';
import { auditFile } from '@/server/pages/audit-file';

export const dynamic = 'force-dynamic';

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
