import { answer } from '@/app/api/answer';
import { RIGHTS } from '@/server/access';
import { bundleOf } from '@/server/process/diagnostics';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** A file for bug reports, without secrets; for readers of the whole cluster. */
export const GET = answer(
  async () => {
    const text = await bundleOf(runtime());
    return new Response(text, {
      headers: {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="plumbline-diagnostics.json"',
        'cache-control': 'private, no-store',
      },
    });
  },
  () => [RIGHTS.read()],
);
