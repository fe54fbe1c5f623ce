import { VisibleNamespaces } from '@/server/access';
import type { ListRequest } from '@/server/pages/list-query';

/** A question about the whole cluster. */
export function asking(query: string | Record<string, string> = ''): ListRequest {
  return { params: new URLSearchParams(query), reach: VisibleNamespaces.all };
}
