import { answer } from '@/app/api/answer';
import { jsonOf, parse } from '@/app/api/body';
import { chosenSchema } from '@/server/process/requests/chosen';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** Every workload that matches a query of the list, as a file. */
export const GET = answer(({ url }) => file(url));

/** Only those that were chosen. */
export const POST = answer(async (request) => {
  const { only } = parse(chosenSchema, await jsonOf(request));
  return file(request.url, new Set(only));
});

async function file(url: string, only?: ReadonlySet<string>): Promise<Response> {
  const { text, mediaType, fileName } = await runtime().pages.workloadLists.table(
    new URL(url).searchParams,
    only,
  );
  return new Response(text, {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-cache',
    },
  });
}
