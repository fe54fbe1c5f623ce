import { answer } from '@/app/api/answer';
import { jsonOf, parse } from '@/app/api/body';
import { download, streamed } from '@/app/api/download';
import { askedIn } from '@/app/api/listing';
import { chosenSchema } from '@/server/contract/requests/chosen';
import { runtime } from '@/server/host/runtime';
import type { ListRequest } from '@/server/pages/list-query';

export const dynamic = 'force-dynamic';

/** Every workload that matches a query of the list, as a file. */
export const GET = answer(async (request, _params, person) => file(await askedIn(request, person)), 'person');

/** Only those that were chosen. */
export const POST = answer(async (request, _params, person) => {
  const { only } = parse(chosenSchema, await jsonOf(request));
  return file(await askedIn(request, person), new Set(only));
}, 'person');

async function file(asked: ListRequest, only?: ReadonlySet<string>): Promise<Response> {
  const { parts, mediaType, fileName } = await runtime().pages.workloadLists.table(asked, only);
  return download({ name: fileName, mediaType, body: streamed(parts) });
}
