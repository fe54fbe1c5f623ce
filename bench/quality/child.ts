/**
 * Measures series: takes the names of files of the folder given as the argument, or of made series, as lines, and
 * prints what came of each as a line of JSON. The second argument is who is measured, as JSON.
 */
import { createInterface } from 'node:readline';
import { recordingsOf } from '@/server/replay/engine/recordings';
import { CsvTraces } from '@/server/usage/csv-traces';
import { type Asked, contestantsOf } from './contestants';
import { madeRecording } from './made-series';
import { measuredSeries } from './series';

const [folder = '', asked = ''] = process.argv.slice(2);
const contestants = contestantsOf(JSON.parse(asked) as Asked);
const span = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

async function recordingOf(name: string) {
  if (folder === '') return madeRecording(name);
  const isWanted = ({ pod }: { pod: string }) => pod === name;
  const [recording] = await recordingsOf(new CsvTraces(folder), span, { isWanted });
  return recording;
}

for await (const name of createInterface({ input: process.stdin })) {
  const recording = await recordingOf(name);
  const measured = recording && measuredSeries(recording, contestants);
  process.stdout.write(`${JSON.stringify(measured ?? null)}\n`);
}
