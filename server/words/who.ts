/** The recorded user if no login is configured. */
export const LOCAL_USER = 'local';

/** The user as people read it. */
export function whoWords(who: string): string {
  return who === LOCAL_USER ? 'an unnamed user (no login configured)' : who;
}
