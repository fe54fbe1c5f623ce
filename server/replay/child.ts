import type { Config } from '@/server/config';
import { errorText } from '@/server/lib/report/errors';
import { type WorkResult, type WorkTask, workOn } from './work';

/** What the parent sends: first the settings, then one task after the other. */
export type ToChild =
  | { readonly kind: 'settings'; readonly config: Config }
  | { readonly kind: 'task'; readonly id: number; readonly task: WorkTask };

export type FromChild =
  | { readonly kind: 'lived'; readonly id: number }
  | { readonly kind: 'result'; readonly id: number; readonly result: WorkResult }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

let config: Config | undefined;

function say(message: FromChild): void {
  process.send?.(message);
}

process.on('message', (message: ToChild) => {
  if (message.kind === 'settings') {
    config = message.config;
    return;
  }
  const { id, task } = message;
  try {
    if (!config) throw new Error('a task came before the settings');
    say({ kind: 'result', id, result: workOn(task, config, () => say({ kind: 'lived', id })) });
  } catch (error) {
    say({ kind: 'failure', id, message: errorText(error) });
  }
});
// Without its parent nobody wants the results.
process.on('disconnect', () => process.exit(0));
