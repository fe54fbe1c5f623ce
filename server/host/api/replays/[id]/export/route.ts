import { runtime } from '../../../../runtime';
import { answer } from '../../../answer';
import { download } from '../../../download';
import { readableReplay } from '../../../readable-replay';
import { replaysOf } from '../../../roles';

/** What a replay found as a file: `?format=csv`, `json` or `md`. */
export const GET = answer<{ id: string }>(async ({ url }, { id }, person) => {
  await readableReplay(id, person);
  const { name, type, text } = await replaysOf(runtime()).export(id, new URL(url).searchParams);
  return download({ name, mediaType: type, body: text });
}, 'person');
