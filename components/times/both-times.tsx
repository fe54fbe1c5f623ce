import { bothTimes } from './times';

/** A time by the viewer's clock, and below it in UTC if that differs. */
export function BothTimes({ atMs }: { atMs: number }) {
  return bothTimes(atMs).map((words) => <div key={words}>{words}</div>);
}
