/**
 * Loads the certificate library, which is only needed to make certificates. Its dependency injection needs
 * three reflection functions that Node lacks, so they are defined first.
 */
export async function loadX509() {
  if (!('getMetadata' in Reflect)) {
    const kept = new WeakMap<object, Map<unknown, unknown>>();
    const get = (key: unknown, target: object) => kept.get(target)?.get(key);
    const define = (key: unknown, value: unknown, target: object) => {
      kept.set(target, (kept.get(target) ?? new Map()).set(key, value));
    };
    Object.assign(Reflect, { getMetadata: get, getOwnMetadata: get, defineMetadata: define });
  }
  return import('./library');
}
