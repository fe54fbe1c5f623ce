type Metadata = Map<unknown, unknown>;

/**
 * Loads the certificate library. Its dependency injection asks for the reflection calls that an ECMAScript
 * proposal would add to `Reflect`; the three it uses are provided here first, where they are missing.
 */
export async function loadX509() {
  provideReflection();
  return import('@peculiar/x509');
}

function provideReflection(): void {
  if ('getMetadata' in Reflect) return;
  const known = new WeakMap<object, Metadata>();
  const read = (key: unknown, target: object) => known.get(target)?.get(key);
  const write = (key: unknown, value: unknown, target: object) => {
    const metadata: Metadata = known.get(target) ?? new Map();
    known.set(target, metadata.set(key, value));
  };
  Object.assign(Reflect, { getMetadata: read, getOwnMetadata: read, defineMetadata: write });
}
