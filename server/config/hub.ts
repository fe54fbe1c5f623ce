import { flag, setting, text } from './setting';

export const HUB_SETTINGS = {
  clusters: setting(
    'CLUSTERS',
    '',
    text,
    'File in YAML with the clusters that this process shows together: name, url, ca, labels, signOn of each. Empty means none.',
  ),
  hubAlone: setting(
    'HUB_ALONE',
    'false',
    flag,
    'Whether this process has no cluster of its own, runs no role, and shows only those of PLUMBLINE_CLUSTERS.',
  ),
} as const;
