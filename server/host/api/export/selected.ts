import type { Person } from '../../../access';
import type { ExportView } from '../../../contract/patches';
import { exportFor } from '../../../pages/patches/export';
import { reportSources } from '../../../pages/reports/of-runtime';
import { runtime } from '../../runtime';
import { askedIn } from '../listing';

/** The export that the query of a request selects, as far as the person may read it. @throws AppError */
export async function selectedExport(request: Request, person: Person): Promise<ExportView> {
  const asked = await askedIn(request, person);
  const running = runtime();
  return exportFor(reportSources(running), asked, (filters) => running.pages.workloadLists.matching(filters));
}
