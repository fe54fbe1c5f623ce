/** An object as a key among those of its kind. */
export function keyOf(object: { readonly namespace?: string | undefined; readonly name: string }): string {
  return `${object.namespace ?? ''}/${object.name}`;
}
