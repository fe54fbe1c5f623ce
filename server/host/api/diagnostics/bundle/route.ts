import { RIGHTS } from '../../../../access';
import { bundleOf } from '../../../../pages/diagnostics';
import { runtime } from '../../../runtime';
import { answer } from '../../answer';
import { download } from '../../download';

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
