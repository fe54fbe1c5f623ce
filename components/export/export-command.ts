/** The command that exports what a query selects; undefined if it goes by filters, which only the page has. */
export function exportCommand(query: string): string | undefined {
  const params = new URLSearchParams(query);
  const vpas = params.getAll('of');
  const [vpa] = vpas;
  const others = [...params.keys()].filter((key) => key !== 'of');
  if (vpa !== undefined)
    return vpas.length === 1 ? `kubectl plumbline export ${vpa} --to patches` : undefined;
  const namespace = params.get('namespace');
  if (others.some((key) => key !== 'namespace')) return undefined;
  return `kubectl plumbline export ${namespace ? `-n ${namespace}` : '-A'} --to patches`;
}
