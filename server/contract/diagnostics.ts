/** Where the value of a setting comes from. */
export type SettingOrigin = 'default' | 'environment' | 'program';

export interface ShownSetting {
  env: string;
  help: string;
  fallback: string;
  origin: SettingOrigin;
  /** As people write it; a secret is never in it. */
  value: string;
}

export interface SettingSection {
  heading: string;
  settings: ShownSetting[];
}

/** What does not work for a part, if any of its rights is missing. */
export interface PartRights {
  part: string;
  without: string;
  file: string;
  /** Whether one may well do without. */
  isOptional: boolean;
  granted: number;
  lacking: string[];
}

/** One part of this process, and how it is. */
export interface PartState {
  part: string;
  isWell: boolean;
  state: string;
}

/** GET /api/diagnostics */
export interface DiagnosticsView {
  versions: { name: string; version: string }[];
  parts: PartState[];
  /** What the account of this process may do, or why that is not known. */
  rights: { kind: 'known'; parts: PartRights[] } | { kind: 'unknown'; message: string };
  settings: SettingSection[];
}
