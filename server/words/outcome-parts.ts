/**
 * A part of the pods of a VPA whose requests are unlike those of the others, so that what came of a change is followed,
 * and undone, by itself: the pods of one workload of a PodGroup, those on nodes with one value of a label, or both.
 */

/** All pods of a VPA, where they are alike. */
export const ALL_PODS = '';

const BETWEEN = ' ';
const IS = '=';

/** The pods of one workload. @param workload its key, see `ownerKey` */
export function partOfWorkload(workload: string | undefined): string {
  return workload === undefined ? ALL_PODS : workload.slice(workload.indexOf('/') + 1);
}

/** Of a part, the pods on nodes with this value of the label. No label and no name has a space or an equals sign. */
export function partOnNodes(part: string, label: string, value: string): string {
  const nodes = `${label}${IS}${value}`;
  return part === ALL_PODS ? nodes : `${part}${BETWEEN}${nodes}`;
}

/** In words, which pods a part is. */
export function partText(part: string): string {
  let of = 'Pods';
  let where = '';
  for (const piece of part.split(BETWEEN)) {
    const at = piece.indexOf(IS);
    if (at >= 0) {
      const [label, value] = [piece.slice(0, at), piece.slice(at + 1)];
      where = ` on nodes with ${NODE_VALUES[value]?.(label) ?? piece}`;
      continue;
    }
    const [name = '', kind = ''] = piece.split('/').reverse();
    if (name) of = `Pods of ${kind} ${name}`;
  }
  return of + where;
}

/** Groups that are not of one value, as AEP-10031 calls them. */
const NODE_VALUES: Readonly<Record<string, (label: string) => string>> = {
  __absent__: (label) => `no ${label}`,
  __others__: (label) => `another ${label}`,
};
