import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../../config';
import { errorText } from '../../lib/report/errors';
import type { Replayed } from '../report';
import { type ReplayTask, replayedCosts } from './costs';

export type FromThread =
  | { readonly kind: 'replayed'; readonly replayed: Replayed | undefined }
  | { readonly kind: 'failure'; readonly message: string };

const config = workerData as Config;

function answerTo(task: ReplayTask): FromThread {
  try {
    return { kind: 'replayed', replayed: replayedCosts(task, config) };
  } catch (error) {
    return { kind: 'failure', message: errorText(error) };
  }
}

parentPort?.on('message', (task: ReplayTask) => parentPort?.postMessage(answerTo(task)));
