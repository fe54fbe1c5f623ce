import { view } from '@/app/api/view';
import { reportSources } from '@/server/process/reports/of-runtime';
import { vpaReports } from '@/server/process/reports/vpa-report';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The VPAs as objects: mode, conditions, and what a new pod would get. */
export const GET = view(({ url }) => vpaReports(reportSources(runtime()), new URL(url).searchParams));
