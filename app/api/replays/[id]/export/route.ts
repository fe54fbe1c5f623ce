import { answer } from '@/app/api/answer';
import { download } from '@/app/api/download';
import { readableReplay } from '@/app/api/readable-replay';
import { replaysOf } from '@/app/api/roles';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** What a replay found as a file: `?format=csv`, `json` or `md`. */
export const GET = answer<{ id: string }>(async ({ url }, { id }, person) => {
  await readableReplay(id, person);
  const { name, type, text } = await replaysOf(runtime()).export(id, new URL(url).searchParams);
  return download({ name, mediaType: type, body: text });
}, 'person');
