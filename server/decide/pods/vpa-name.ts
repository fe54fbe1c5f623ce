import { createHash } from 'node:crypto';

/** A name of an object has at most 253 characters; checkpoints add the container's name to it. */
const LONGEST = 180;

interface Named {
  /** The key under which VPAs name it as their target. */
  readonly key: string;
  readonly kindName: string;
  readonly name: string;
}

/**
 * The names for the VPA of a workload, in the order to try them: by its name and kind, then, if a VPA of something else
 * has that name, with a hash. They depend on the workload alone, so that a second process makes no second VPA.
 */
export function* vpaNames({ key, kindName, name }: Named): IterableIterator<string> {
  const kind = kindName.toLowerCase();
  const first = `${name}-${kind}`;
  if (first.length <= LONGEST) yield first;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 8);
  const beginning = name.slice(0, LONGEST - kind.length - hash.length - 2);
  // No part of a name between dots may begin with a hyphen.
  yield `${beginning.replace(/[.-]+$/, '')}-${kind}-${hash}`;
}
