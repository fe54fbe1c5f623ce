import { Reach } from '@/server/access';
import type { Asked } from '@/server/pages/list-query';

/** A question about the whole cluster. */
export function asking(query: string | Record<string, string> = ''): Asked {
  return { params: new URLSearchParams(query), reach: Reach.all };
}
