function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'object' && Object.values(value).every((one) => one === undefined))
  );
}

function scalar(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return /^[\w./-][\w./ -]*$/.test(value) && !/^(true|false|null|yes|no|on|off|[\d.e+-]+)$/i.test(value)
    ? value
    : JSON.stringify(value);
}

function lines(value: object, indent: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      if (typeof item !== 'object' || item === null) return [`${indent}- ${scalar(item)}`];
      const [first, ...rest] = lines(item, `${indent}  `);
      return [`${indent}- ${(first ?? '{}').trimStart()}`, ...rest];
    });
  }
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    if (isEmpty(item)) return [];
    if (typeof item !== 'object' || item === null) return [`${indent}${key}: ${scalar(item)}`];
    return [`${indent}${key}:`, ...lines(item, `${indent}  `)];
  });
}

/** A plain object as YAML for reading, without empty parts; an empty text if nothing is left. */
export function policyText(policy: unknown): string {
  return typeof policy === 'object' && policy !== null ? lines(policy, '').join('\n') : '';
}
