import {
  IconCoins,
  IconLayoutDashboard,
  IconListCheck,
  IconRepeat,
  IconServer2,
  IconSettings,
  IconStack2,
  IconTemplate,
} from '../icons';
import type { PlaceLabel } from '../navigation/pages';

export const PLACE_ICONS: Record<PlaceLabel, typeof IconStack2> = {
  Clusters: IconServer2,
  Overview: IconLayoutDashboard,
  Workloads: IconStack2,
  Changes: IconListCheck,
  Savings: IconCoins,
  Rules: IconTemplate,
  Replay: IconRepeat,
  Settings: IconSettings,
};
