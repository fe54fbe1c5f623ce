import type { ContainerView } from '../../contract/recommendations';
import type { WorkloadRow } from '../../contract/workloads';
import { ofKey } from '../../lib/memo/of-key';
import { Slices } from '../../lib/time/slices';
import { RESOURCES, type Resource } from '../../objects/units';
import { csvLine } from '../../words/csv';
import { yamlScalar } from '../../words/yaml';
import { type TableFile, type TableFormat, tableFile } from '../table-file';

export const TABLE_FORMATS = ['csv', 'json', 'yaml'] as const;

type Value = string | number | undefined;

interface Field {
  name: string;
  /** The column of the page that shows it. */
  column: string;
  /** `container` is absent for a workload of which none is known. */
  read(row: WorkloadRow, container: ContainerView | undefined): Value;
}

const UNITS: Record<Resource, string> = { cpu: 'millicores', memory: 'bytes' };

function amountsOf(resource: Resource): Field[] {
  const field = (word: string, read: (view: ContainerView[Resource]) => number | undefined): Field => ({
    name: `${resource}_${word}_${UNITS[resource]}`,
    column: resource,
    read: (_, container) => container && read(container[resource]),
  });
  return [
    field('request_min', ({ request }) => request?.min),
    field('request_max', ({ request }) => request?.max),
    field('limit_max', ({ limit }) => limit?.max),
    field('used_mean', ({ usage }) => usage?.mean),
    field('lower_bound', ({ lowerBound }) => lowerBound),
    field('target', ({ target }) => target),
    field('upper_bound', ({ upperBound }) => upperBound),
    field('uncapped_target', ({ uncappedTarget }) => uncappedTarget),
    ...(resource === 'memory' ? [field('limit_target', ({ ownLimit }) => ownLimit?.target)] : []),
  ];
}

/** What a line says, one line for each container. */
const FIELDS: readonly Field[] = [
  { name: 'namespace', column: 'workload', read: ({ namespace }) => namespace },
  { name: 'kind', column: 'workload', read: ({ target }) => target.kind },
  { name: 'workload', column: 'workload', read: ({ target }) => target.name },
  { name: 'vpa', column: 'workload', read: ({ hasNoVpa, name }) => (hasNoVpa ? undefined : name) },
  { name: 'pods', column: 'pods', read: ({ pods }) => pods },
  { name: 'state', column: 'state', read: ({ standing }) => standing },
  { name: 'mode', column: 'mode', read: ({ hasNoVpa, updateMode }) => (hasNoVpa ? undefined : updateMode) },
  {
    name: 'mode_once_resumed',
    column: 'mode',
    read: ({ heldMode }) => heldMode?.mode,
  },
  { name: 'recommender', column: 'recommender', read: ({ recommender }) => recommender },
  { name: 'policy', column: 'policy', read: ({ keptBy }) => keptBy },
  { name: 'container', column: 'container', read: (_, container) => container?.name },
  ...RESOURCES.flatMap(amountsOf),
  ...RESOURCES.map(
    (resource): Field => ({
      name: `${resource}_waste_of_all_pods_${UNITS[resource]}`,
      column: 'waste',
      read: ({ waste }) => waste[resource],
    }),
  ),
  { name: 'confidence_days', column: 'confidence', read: (_, container) => container?.confidence },
];

/** Fields that name the line, whatever columns are chosen. */
const ALWAYS = 'workload';

/** A part of the file is passed on once it has so many characters. */
const PART_LENGTH = 64 * 1024;

/**
 * Rows as a file: a line for each container, the same fields in every format.
 * @param columns those to show; all of them if empty
 */
export function workloadTable(
  rows: Iterable<WorkloadRow>,
  format: TableFormat,
  columns: readonly string[],
): TableFile {
  const fields = FIELDS.filter(
    ({ column }) => columns.length === 0 || column === ALWAYS || columns.includes(column),
  );
  const writer = WRITERS[format](fields.map(({ name }) => name));
  return tableFile('workloads', format, partsOf(linesOf(rows, fields), writer));
}

/** The values of each container; nothing between two workloads, where others may run. */
function* linesOf(rows: Iterable<WorkloadRow>, fields: readonly Field[]): Iterable<Value[] | undefined> {
  for (const row of rows) {
    for (const container of row.containers.length > 0 ? row.containers : [undefined])
      yield fields.map(({ read }) => read(row, container));
    yield undefined;
  }
}

async function* partsOf(lines: Iterable<Value[] | undefined>, writer: Writer): AsyncIterable<string> {
  const slices = new Slices();
  let part = writer.head;
  let isFirst = true;
  for (const values of lines) {
    if (values) part += writer.line(values, isFirst);
    else await slices.breathe();
    isFirst &&= !values;
    if (part.length < PART_LENGTH) continue;
    yield part;
    part = '';
  }
  yield part + writer.tail(isFirst);
}

interface Writer {
  head: string;
  line(values: readonly Value[], isFirst: boolean): string;
  tail(isEmpty: boolean): string;
}

const WRITERS: Record<TableFormat, (names: readonly string[]) => Writer> = {
  csv: (names) => ({ head: csvLine(names), line: csvLine, tail: () => '' }),
  json: (names) => ({
    head: '[',
    line: (values, isFirst) => {
      const line = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      return `${isFirst ? '' : ','}\n${JSON.stringify(line)}`;
    },
    tail: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
  }),
  yaml: (names) => {
    const known = new Map<string, string>();
    const scalar = (value: string | number) => {
      if (typeof value === 'number') return String(value);
      return ofKey(known, value, () => yamlScalar(value));
    };
    return {
      head: '',
      line: (values) => {
        const entries = names.flatMap((name, index) => {
          const value = values[index];
          return value === undefined ? [] : [`${name}: ${scalar(value)}\n`];
        });
        return `- ${entries.join('  ')}`;
      },
      tail: (isEmpty) => (isEmpty ? '[]\n' : ''),
    };
  },
};
