import {
  IconArrowsHorizontal,
  IconBoxMultiple,
  IconCoins,
  IconFlask,
  IconHistory,
  IconLayoutDashboard,
  IconListCheck,
  IconRepeat,
  IconServer2,
  IconStack2,
  IconTemplate,
  IconUserCheck,
} from '@tabler/icons-react';
import type { PageHref } from '../navigation/pages';

/** The icon of each page, for narrow windows. */
export const PAGE_ICONS: Record<PageHref, typeof IconStack2> = {
  '/': IconLayoutDashboard,
  '/workloads': IconStack2,
  '/namespaces': IconBoxMultiple,
  '/policies': IconTemplate,
  '/hpas': IconArrowsHorizontal,
  '/nodes': IconServer2,
  '/costs': IconCoins,
  '/plan': IconListCheck,
  '/replay': IconRepeat,
  '/approvals': IconUserCheck,
  '/audit': IconHistory,
  '/scenarios': IconFlask,
};
