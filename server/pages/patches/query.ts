/** The query that selects one VPA, those of a namespace, or all. */
export function patchQuery({
  namespace,
  vpa,
}: {
  namespace?: string | undefined;
  vpa?: string | undefined;
}): Record<string, string> {
  if (vpa !== undefined) return { of: `${namespace}/${vpa}` };
  return namespace === undefined ? {} : { namespace };
}
