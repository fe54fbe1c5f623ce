import type { PatchFile } from '../../contract/patches';
import { type ContextsReport, reportsIn } from '../../scan/contexts-report';
import { helmValues } from '../../scan/forms/helm';
import type { ScanResult } from '../../scan/scan';
import { countOf } from '../../words/counts';
import { writeFolder } from '../patch-files';
import { isOfFiles, type ScanCommandOptions } from './options';
import { tableStyle, withoutCharts, writeText } from './written';

const LONGEST_NAME = 100;

/** Prints what the scan of several contexts found, or writes it into a file or a folder. @throws CommandFailure if it cannot */
export async function tellContexts(
  report: ContextsReport,
  results: ReadonlyMap<string, ScanResult>,
  options: ScanCommandOptions,
  say: (text: string) => void,
): Promise<void> {
  const { output, to } = options;
  if (to === undefined || !isOfFiles(output)) return writeText(await textOf(report, options), to, say);
  const names = fileNames(report.contexts.map(({ context }) => context));
  const nameOf = (context: string) => names.get(context) ?? context;
  const files = output === 'html' ? await pagesOf(report, nameOf) : filesOf(results, nameOf, output);
  writeFolder(to, files);
  say(`Wrote ${countOf(files.length, 'file')} to ${to}.`);
}

async function textOf(report: ContextsReport, options: ScanCommandOptions): Promise<string> {
  const forms = await import('../../scan/forms/of-contexts');
  switch (options.output) {
    case 'json':
      return `${JSON.stringify(plainReport(report), null, 2)}\n`;
    case 'yaml':
      return (await import('../answer-yaml')).answerYaml(plainReport(report));
    case 'csv':
      return forms.contextsCsv(report);
    case 'markdown':
      return forms.contextsMarkdown(report);
    default:
      return `${forms.contextsTable(report, tableStyle(options))}\n`;
  }
}

function plainReport(report: ContextsReport) {
  return {
    ...report,
    contexts: report.contexts.map((one) =>
      'report' in one ? { ...one, report: withoutCharts(one.report) } : one,
    ),
  };
}

async function pagesOf(report: ContextsReport, nameOf: (context: string) => string): Promise<PatchFile[]> {
  const [{ htmlText }, { contextsPage }] = await Promise.all([
    import('../../scan/forms/html'),
    import('../../scan/forms/contexts-page'),
  ]);
  const fileOf = (context: string) => `${nameOf(context)}.html`;
  return [
    { path: 'index.html', text: contextsPage(report, fileOf) },
    ...reportsIn(report).map((one) => ({ path: fileOf(one.context), text: htmlText(one.report) })),
  ];
}

function filesOf(
  results: ReadonlyMap<string, ScanResult>,
  nameOf: (context: string) => string,
  output: 'patches' | 'helm',
): PatchFile[] {
  return [...results].flatMap(([context, { patches, report }]) =>
    (output === 'helm' ? helmValues(report) : patches).files.map(({ path, text }) => ({
      path: `${nameOf(context)}/${path}`,
      text,
    })),
  );
}

/** A name for the files of each context: letters, digits and dashes of its own, each one once. */
function fileNames(contexts: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(['index']);
  for (const context of contexts) {
    const plainName = context.replaceAll(/[^\w-]+/g, '-').slice(0, LONGEST_NAME) || 'context';
    let name = plainName;
    for (let more = 2; taken.has(name.toLowerCase()); more++) name = `${plainName}-${more}`;
    taken.add(name.toLowerCase());
    names.set(context, name);
  }
  return names;
}
