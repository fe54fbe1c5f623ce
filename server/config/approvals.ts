import { setting, text } from './setting';

export const APPROVALS_SETTINGS = {
  approvals: setting(
    'APPROVALS',
    '',
    text,
    'Which changes of pods wait for a person, of every VPA without the annotation plumbline.dev/approvals, and in the same words: always, or YAML such as {growing: 50%, expiresAfter: 24h}; nothing waits by default.',
  ),
} as const;
