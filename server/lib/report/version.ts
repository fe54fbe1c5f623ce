import manifest from '../../../package.json' with { type: 'json' };

/** The version of Plumbline. */
export const VERSION: string = manifest.version;
