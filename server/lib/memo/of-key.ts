interface Kept<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: NoInfer<V>): unknown;
}

/** What is kept for a key; what `make` gives, from now on, if that is nothing. */
export function ofKey<K, V>(kept: Kept<K, V>, key: K, make: () => NoInfer<V>): V {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}
