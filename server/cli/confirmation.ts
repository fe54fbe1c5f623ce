import { createInterface } from 'node:readline/promises';
import { CommandFailure } from './failure';

/** Asks the person at the terminal; anything but yes ends the command. */
export async function confirm(question: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY)
    throw new CommandFailure(
      'usage',
      `This needs a confirmation, so nothing was done. ${question}`,
      'Add --yes to confirm it.',
    );
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question(`${question} Go on? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure('failed', 'Nothing was changed.');
  } finally {
    asking.close();
  }
}
