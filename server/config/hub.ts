import { setting, text } from './setting';

export const HUB_SETTINGS = {
  clusters: setting(
    'CLUSTERS',
    '',
    text,
    'File in YAML with the clusters that this process shows together: name, url, ca, labels, signOn of each. Empty means none.',
  ),
} as const;
