import { exportFor } from '@/server/process/patches/export';
import type { ExportView } from '@/server/process/patches/views';
import { reportSources } from '@/server/process/reports/of-runtime';
import { runtime } from '@/server/process/runtime';

/** The export that the query of a request selects. @throws AppError */
export function selectedExport({ url }: Pick<Request, 'url'>): Promise<ExportView> {
  const running = runtime();
  const { searchParams } = new URL(url);
  return exportFor(reportSources(running), searchParams, (filters) =>
    running.pages.workloadLists.matching(filters),
  );
}
