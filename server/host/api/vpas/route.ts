import { reportSources } from '../../../pages/reports/of-runtime';
import { vpaReports } from '../../../pages/reports/vpa-report';
import { runtime } from '../../runtime';
import { listing } from '../listing';

/** The VPAs as objects: mode, conditions, and what a new pod would get. */
export const GET = listing((asked) => vpaReports(reportSources(runtime()), asked));
