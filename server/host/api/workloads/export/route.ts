import { chosenSchema } from '../../../../contract/requests/chosen';
import type { ListRequest } from '../../../../pages/list-query';
import { runtime } from '../../../runtime';
import { answer } from '../../answer';
import { jsonOf, parse } from '../../body';
import { download, streamed } from '../../download';
import { askedIn } from '../../listing';

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
