import type { ContextsReport } from '../contexts-report';
import { pageHead, safe } from './html';
import { freedAndLacked, missingText, monthOf, titleOfContexts } from './of-contexts';
import { findingCounts } from './summary';

const HEADS = ['Context', 'Findings', 'Could free', 'Lacks', 'A month'];

/** The sums of several contexts, with links to the page of each. @param fileOf the page of a context */
export function contextsPage(report: ContextsReport, fileOf: (context: string) => string): string {
  const rows = report.contexts.map((one) => {
    if (!('report' in one))
      return `<tr><td>${safe(one.context)}</td><td colspan="4">${safe(missingText(one))}</td></tr>`;
    const { sum } = one.report;
    const cells = [findingCounts(sum), ...freedAndLacked(sum), monthOf(report, sum)];
    const link = `<a href="${safe(encodeURIComponent(fileOf(one.context)))}">${safe(one.context)}</a>`;
    return `<tr><td>${link}</td>${cells.map((cell) => `<td>${safe(cell)}</td>`).join('')}</tr>`;
  });
  const all = [findingCounts(report.sum), ...freedAndLacked(report.sum), monthOf(report, report.sum)];
  return `${pageHead(titleOfContexts(report))}
<body>
<main>
<h1>${safe(titleOfContexts(report))}</h1>
<div class="scroll" tabindex="0" role="region" aria-label="Contexts"><table><thead><tr>${HEADS.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
<tr><th scope="row">All</th>${all.map((cell) => `<td>${safe(cell)}</td>`).join('')}</tr>
</tbody></table></div>
<footer><p class="soft">${safe(report.program)}</p></footer>
</main>
</body>
</html>
`;
}
