import * as z from 'zod';

/** A list of a member, of which nothing is looked at where it is too long: zod notes a fault of each of its values. */
export function shortList<Of extends z.ZodType>(of: Of, most: number) {
  return z.custom<unknown[]>((list) => Array.isArray(list) && list.length <= most).pipe(z.array(of));
}
