import type { GrafanaName } from '@/server/contract/status';

/**
 * The address of a dashboard for what is named. A parameter of the query that names something else is left out;
 * undefined if the path does.
 */
export function grafanaHref(
  template: string,
  names: Readonly<Partial<Record<GrafanaName, string>>>,
): string | undefined {
  const [path = '', ...queries] = template.split('?');
  const filled = fill(path, names);
  if (filled === undefined) return undefined;
  const query = queries
    .join('?')
    .split('&')
    .flatMap((part) => fill(part, names) ?? [])
    .filter((part) => part !== '');
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** Undefined if it names something that is not known. */
function fill(text: string, names: Readonly<Record<string, string | undefined>>): string | undefined {
  let isWhole = true;
  const filled = text.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) isWhole = false;
    return encodeURIComponent(value ?? '');
  });
  return isWhole ? filled : undefined;
}
