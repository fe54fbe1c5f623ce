import { flag, setting } from './setting';

export const NODES_SETTINGS = {
  publishIdle: setting(
    'PUBLISH_IDLE',
    'false',
    flag,
    'Publish what is idle on each node for the next hour as extended resources in its status; needs deploy/optional/publish-idle.yaml.',
  ),
} as const;
