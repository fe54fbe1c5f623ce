import { answer } from '@/app/api/answer';
import { download } from '@/app/api/download';
import { RIGHTS } from '@/server/access';
import { runtime } from '@/server/host/runtime';
import { bundleOf } from '@/server/pages/diagnostics';

export const dynamic = 'force-dynamic';

/** A file for bug reports, without secrets; for readers of the whole cluster. */
export const GET = answer(
  async () =>
    download({
      name: 'plumbline-diagnostics.json',
      mediaType: 'application/json',
      body: await bundleOf(runtime()),
      cache: 'no-store',
    }),
  () => [RIGHTS.read()],
);
