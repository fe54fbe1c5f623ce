/** Why a change of many objects leaves one of them alone. */
export const SKIP_TABLE = {
  gone: 'It is gone.',
  'same-mode': 'It has this mode already.',
  'changed-since': 'Somebody changed it since.',
  'kept-by-policy': 'Its policy states the mode; change it there.',
  graduates: 'It earns its mode step by step.',
  'not-served': 'A setting excludes its namespace.',
  'has-vpa': 'It has a VPA.',
  'has-no-vpa': 'It has no VPA.',
  'target-gone': 'The workload is gone.',
  'target-unsupported': 'It has no usable pod selector.',
  'target-not-topmost': 'Another controller owns it.',
  forbidden: 'You may not do this.',
} as const;

export type SkipReason = keyof typeof SKIP_TABLE;
