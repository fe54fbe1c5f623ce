/**
 * Prints no error of a body whose sender went away: Next prints each whole, and anybody may go away as often as they
 * like.
 */
export function printNothingOfGoneSenders(to: Pick<Console, 'error'> = console): void {
  const print = to.error.bind(to);
  to.error = (...said: unknown[]) => {
    if (!said.some(isOfGoneSender)) print(...said);
  };
}

function isOfGoneSender(said: unknown): boolean {
  return said instanceof Error && said.message === 'aborted' && 'code' in said && said.code === 'ECONNRESET';
}
