/** The recorded user if no login is configured. */
export const LOCAL_USER = 'local';
/** Who is recorded for what Plumbline does by itself. */
export const PROGRAM_USER = 'plumbline';
/** The user of replays that graduation asks for. */
export const GRADUATION_USER = 'graduation';

/** The user as people read it. */
export function whoWords(who: string): string {
  return who === LOCAL_USER ? 'an unnamed user (no login configured)' : who;
}
