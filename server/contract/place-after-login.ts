export const LOGIN_PAGE = '/login';

/** The address of the login page that leads back to a page of ours. */
export function loginAddress(here: string): string {
  return `${LOGIN_PAGE}?${new URLSearchParams({ next: here })}`;
}

/** Where to go after signing in: the page in `next`, never another site. */
export function placeAfterLogin(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  const base = 'http://here.invalid';
  if (!next.startsWith('/') || !URL.canParse(next, base)) return '/';
  const { origin, pathname, search: query, hash } = new URL(next, base);
  return origin === base && !pathname.startsWith('//') ? pathname + query + hash : '/';
}
