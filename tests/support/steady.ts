import { until } from './until';

const LOOKS = 10;

/** What `read` answers once it has answered the same ten times in a row: of a page that may still be drawing or moving. */
export function steady<T extends string | number>(what: string, read: () => Promise<T>): Promise<T> {
  let last: T | undefined;
  let looks = 0;
  return until(`${what} stays as it is`, async () => {
    const seen = await read();
    looks = seen === last ? looks + 1 : 1;
    last = seen;
    return looks >= LOOKS ? seen : undefined;
  });
}
