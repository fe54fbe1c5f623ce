/** Who changes are recorded as where no login is configured. */
const LOCAL_USER = 'local';

/** Who did something, as people read it. */
export function whoWords(who: string): string {
  return who === LOCAL_USER ? 'an unnamed user (no login configured)' : who;
}
