import { AppError } from '../lib/report/errors';

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  yaml: 'application/yaml; charset=utf-8',
} as const;

export type TableFormat = keyof typeof MEDIA_TYPES;

/** A list as a file, in parts that are made as they are read. */
export interface TableFile {
  parts: AsyncIterable<string>;
  mediaType: string;
  fileName: string;
}

/** The file of this name, without what its format adds to it. */
export function tableFile(name: string, format: TableFormat, parts: AsyncIterable<string>): TableFile {
  return { parts, mediaType: MEDIA_TYPES[format], fileName: `${name}.${format}` };
}

/** The format that a query asks for, of those that there are. @throws AppError `bad-request` */
export function formatAsked<Format extends TableFormat>(
  params: URLSearchParams,
  formats: readonly Format[],
): Format {
  const found = formats.find((format) => format === params.get('format'));
  if (found) return found;
  const message = `format must be one of ${formats.join(', ')}`;
  throw new AppError('bad-request', message, [{ field: 'format', message }]);
}
