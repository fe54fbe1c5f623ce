import { askedIn } from '@/app/api/listing';
import type { Person } from '@/server/access';
import type { ExportView } from '@/server/contract/patches';
import { runtime } from '@/server/host/runtime';
import { exportFor } from '@/server/pages/patches/export';
import { reportSources } from '@/server/pages/reports/of-runtime';

/** The export that the query of a request selects, as far as the person may read it. @throws AppError */
export async function selectedExport(request: Request, person: Person): Promise<ExportView> {
  const asked = await askedIn(request, person);
  const running = runtime();
  return exportFor(reportSources(running), asked, (filters) => running.pages.workloadLists.matching(filters));
}
