const MIB = 1024 * 1024;

/** A container of the manifests, and in how much memory it runs. */
export interface PodProcess {
  readonly name: string;
  /** Empty for all. */
  readonly roles: string;
  readonly hasPages: boolean;
  readonly limitBytes: number;
}

/** What the manifests run together. */
export interface PodShape {
  readonly name: string;
  readonly processes: readonly PodProcess[];
}

/** Admission alone. */
export const ADMITS = {
  name: 'admission',
  roles: 'admission',
  hasPages: false,
  limitBytes: 384 * MIB,
} as const;
const SHOWS = {
  name: 'dashboard',
  roles: 'recommender,nodes,hpa,rules,updater,messages',
  hasPages: true,
  limitBytes: 1024 * MIB,
} as const;

export const ADMISSION: PodShape = { name: 'admission', processes: [ADMITS] };
export const ONE_POD: PodShape = { name: 'one-pod', processes: [ADMITS, SHOWS] };
/** All in one, as `npm start` runs it. */
export const ONE_PROCESS: PodShape = {
  name: 'one-process',
  processes: [{ ...SHOWS, name: 'all', roles: '' }],
};

/** Whether it runs admission. */
export const admits = ({ roles }: PodProcess): boolean => roles === '' || roles === 'admission';

/** Passes of the recommender run in it. */
export const hasPasses = ({ processes }: PodShape): boolean => processes.some(({ hasPages }) => hasPages);

/** Node allows half of a container's memory for the heap. */
export const heapFlag = ({ limitBytes }: PodProcess): string =>
  `--max-old-space-size=${limitBytes / MIB / 2}`;
