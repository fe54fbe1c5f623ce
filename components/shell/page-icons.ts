import { IconAlertTriangle, IconFlask, IconHistory, IconListCheck, IconStack2 } from '@tabler/icons-react';
import type { PageHref } from '../navigation/pages';

/** What stands for each page where there is little room. */
export const PAGE_ICONS: Record<PageHref, typeof IconStack2> = {
  '/': IconStack2,
  '/plan': IconListCheck,
  '/audit': IconHistory,
  '/problems': IconAlertTriangle,
  '/scenarios': IconFlask,
};
