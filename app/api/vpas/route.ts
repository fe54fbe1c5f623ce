import { listing } from '@/app/api/listing';
import { runtime } from '@/server/host/runtime';
import { reportSources } from '@/server/pages/reports/of-runtime';
import { vpaReports } from '@/server/pages/reports/vpa-report';

export const dynamic = 'force-dynamic';

/** The VPAs as objects: mode, conditions, and what a new pod would get. */
export const GET = listing((asked) => vpaReports(reportSources(runtime()), asked));
