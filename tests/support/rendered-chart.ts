import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { CHART, type Manifest } from '../house/chart';
import { VALUES } from '../house/chart/values';

export type Values = Record<string, unknown>;

export const DEFAULTS = parse(readFileSync(`${CHART}/values.yaml`, 'utf8')) as Values;
export const METADATA = parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8')) as {
  version: string;
  appVersion: string;
};

const isTable = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values over others, as Helm merges them. */
export function merged(below: Values, above: Values): Values {
  const result = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = result[key];
    result[key] = isTable(under) && isTable(value) ? merged(under, value) : value;
  }
  return result;
}

/**
 * What the templates make of values: kubectl has the engine of templates that Helm has, without its functions.
 * @param kubectl runs it without a cluster, and answers its standard output
 */
export async function renderedChart(
  kubectl: (args: string[]) => Promise<string>,
  folder: string,
  above: Values = {},
  namespace = 'plumbline',
): Promise<Manifest[]> {
  const Values = VALUES.parse(merged(DEFAULTS, above));
  const Chart = { AppVersion: METADATA.appVersion };
  const Release = { Name: 'plumbline', Namespace: namespace };
  const file = path.join(folder, 'values.json');
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'values' },
    Values,
    Chart,
    Release,
  };
  writeFileSync(file, JSON.stringify(object));
  const folderOfTemplates = `${CHART}/templates`;
  const text = readdirSync(folderOfTemplates)
    .sort()
    .map((name) => readFileSync(path.join(folderOfTemplates, name), 'utf8'))
    .join('\n');
  const template = path.join(folder, 'templates');
  writeFileSync(template, text);
  const flags = ['label', '--local', '-f', file, 'a=b', '-o', `go-template-file=${template}`];
  return parseAllDocuments(await kubectl(flags))
    .map((one) => one.toJS() as Manifest | null)
    .filter((one) => one !== null);
}
