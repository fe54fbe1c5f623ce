import { type Access, type Person, RIGHTS } from '../access';
import type { ClosedPage } from '../contract/session';

/** The right that each takes. */
const PAGE_RIGHTS = {
  '/rules': RIGHTS.readPolicies,
  '/savings/nodes': RIGHTS.readNodes,
  '/settings': () => RIGHTS.read(),
} as const satisfies Record<ClosedPage, unknown>;

/** The pages that a person may not open. @throws AppError */
export async function closedPages(access: Access, person: Person): Promise<ClosedPage[]> {
  const pages = Object.keys(PAGE_RIGHTS) as ClosedPage[];
  const may = await Promise.all(pages.map((page) => access.mayDo(person, PAGE_RIGHTS[page]())));
  return pages.filter((_page, index) => !may[index]);
}
