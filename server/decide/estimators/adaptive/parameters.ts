import * as z from 'zod';
import { commonParameters, durationMs } from '../parameters';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * What shortage costs by preference: for one hour short of CPU, so many hours of the mean usage could be reserved
 * instead.
 */
const SHORTAGE_PRICE = { saving: 25, balanced: 80, careful: 250 } as const;

/** Each preference, from the least reserved to the most. */
export const PREFERENCES = [
  'saving',
  'balanced',
  'careful',
] as const satisfies readonly (keyof typeof SHORTAGE_PRICE)[];

/** How closely CPU is followed in place: what the parameters are that are not given. */
export const PACES = {
  steady: {},
  close: { ceiling: 1.5, shortagePrice: 45, changePrice: 0.3 },
} as const satisfies Record<string, object>;

export const adaptiveParameters = z.strictObject({
  ...commonParameters,
  marginFraction: z
    .number()
    .min(0)
    .max(10)
    .default(0)
    .describe('Share added to the estimate, on top of the margin of the expert.'),
  shortage: z.enum(PREFERENCES).default('balanced').meta({
    title: 'What shortage costs',
    description: 'Reserve little and be short at times, or reserve more and be short less.',
  }),
  pace: z
    .enum(Object.keys(PACES) as (keyof typeof PACES)[])
    .default('steady')
    .meta({
      title: 'Pace of CPU',
      description:
        'In place, close follows CPU with twice the changes and reserves less: ceiling 1.5, price of shortage 45, of a change 0.3, where these are not given.',
    }),
  shortagePrice: z.number().min(0).max(10_000).default(0).meta({
    title: 'Price of shortage',
    description:
      'One hour short of CPU costs as much as so many hours of the mean usage; 0: by the choice above.',
  }),
  changePrice: z.number().min(0).max(1000).default(2.9).meta({
    title: 'Price of a change',
    description:
      'One change costs as much as so many hours of the mean usage of a container of 300 millicores.',
  }),
  priceHalfLifeMs: durationMs
    .default(2 * DAY_MS)
    .describe('Age at which the cost of an expert has half its weight. Milliseconds.'),
  ceiling: z.number().min(1).max(100).default(1).meta({
    title: 'Ceiling of CPU',
    description:
      'No expert says more than so many times what default would; usage right now is answered all the same.',
  }),
  inPlace: z.boolean().default(false).meta({
    title: 'Changes in place',
    description: 'Follows load within minutes; for VPAs that resize in place, where it is set by itself.',
  }),
  restMs: durationMs.min(HOUR_MS).default(HOUR_MS).meta({
    title: 'Rest in place',
    description:
      'In place, requests within bounds are changed again only after so long, in place of the age that the settings ask for; evictions keep that age. Milliseconds.',
  }),
  memory: z
    .strictObject({
      peakSpanMs: durationMs
        .max(31 * DAY_MS)
        .default(14 * DAY_MS)
        .describe('The highest memory of so long a time counts. Milliseconds.'),
      ownLimit: z.boolean().default(true).meta({
        title: 'Limit of its own',
        description:
          'Request what is enough for most of the time, and let the limit hold the peak; else the limit keeps its proportion to a request that holds the peak.',
      }),
      percentile: z.number().min(0).max(1).default(0.99).meta({
        title: 'Percentile requested',
        description: 'Percentile of memory usage that is requested beside a limit of its own, 0 to 1.',
      }),
      usageHalfLifeMs: durationMs
        .default(5 * DAY_MS)
        .describe('Age at which usage has half its weight in that percentile. Milliseconds.'),
      limitMargin: z.number().min(0).max(10).default(0.6).meta({
        title: 'Margin of the limit',
        description: 'Share added to the peak for a limit of its own.',
      }),
      throttlingFactor: z.number().min(0).max(1).default(1).meta({
        title: 'Memory throttling factor',
        description:
          'The memoryThrottlingFactor of the kubelets, 1 if they have none: the peak stays below request + so much of what lies between request and limit.',
      }),
      peakMargin: z
        .number()
        .min(0)
        .max(10)
        .default(0.15)
        .describe('Share added to that peak where request and limit are the same.'),
      ceiling: z.number().min(1).max(100).default(1.5).meta({
        title: 'Ceiling of memory',
        description:
          'At most so many times what default would recommend, but for what a killed container would have needed.',
      }),
    })
    .prefault({}),
});

export type AdaptiveParameters = z.infer<typeof adaptiveParameters>;

/** What a share of time short of CPU costs, in times the mean usage: λ. */
export function shortagePriceOf({ shortage, shortagePrice }: AdaptiveParameters): number {
  return shortagePrice > 0 ? shortagePrice : SHORTAGE_PRICE[shortage];
}
