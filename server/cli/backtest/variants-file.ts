import { parse, YAMLParseError } from 'yaml';
import * as z from 'zod';
import { readConfig } from '@/server/config';
import { readGiven } from '@/server/decide/estimators/parameter-text';
import {
  isRecommenderName,
  RECOMMENDER_NAMES,
  recommenderNamed,
} from '@/server/decide/estimators/recommenders';
import { ConfigError } from '@/server/lib/report/errors';
import { durationSetting } from '@/server/lib/time/duration-setting';
import { isQuantity } from '@/server/objects/quantity';
import { UPDATE_MODES } from '@/server/objects/vpa-types';
import { checkUpdaterSettings } from '@/server/updater/checks';
import { FIGURE_NAMES, type FigureName } from '../../contract/figures';

const quantity = z.custom<string | number>(isQuantity, 'must be a quantity such as 500m or 1Gi');
const amount = z.union([quantity, z.strictObject({ timesPeak: z.number().positive() }), z.literal('none')], {
  error: 'must be a quantity such as 500m or 1Gi, {timesPeak: 1.5} of the recording, or none',
});
const amounts = z.strictObject({ cpu: amount.optional(), memory: amount.optional() });

const start = {
  replicas: z.int().min(1).max(1000).optional(),
  requests: amounts.optional(),
  limits: amounts.optional(),
};

const bounds = z.strictObject({
  total: z.number().optional(),
  median: z.number().optional(),
  p95: z.number().optional(),
  worst: z.number().optional(),
});
const thresholds = z.partialRecord(z.enum(FIGURE_NAMES as [FigureName, ...FigureName[]]), bounds, {
  error: `must be thresholds by figure: ${FIGURE_NAMES.join(', ')}`,
});

const variant = z.strictObject({
  name: z.string().min(1),
  recommender: z
    .string()
    .refine(isRecommenderName, `must be one of ${RECOMMENDER_NAMES.join(', ')}`)
    .default('default'),
  parameters: z.record(z.string(), z.unknown()).default({}),
  loop: z.enum(['open', 'closed']).optional(),
  updatePolicy: z
    .strictObject({
      updateMode: z
        .enum(UPDATE_MODES, {
          error: `must be one of ${UPDATE_MODES.join(', ')}`,
        })
        .default('Recreate'),
      minReplicas: z.int().min(1).optional(),
      evictionRequirements: z
        .array(
          z.strictObject({
            resources: z.array(z.enum(['cpu', 'memory'])),
            changeRequirement: z.enum(['TargetHigherThanRequests', 'TargetLowerThanRequests']),
          }),
        )
        .optional(),
      evictAfterOOMSeconds: z.int().min(1).optional(),
    })
    .prefault({}),
  resourcePolicy: z
    .strictObject({ containerPolicies: z.array(z.looseObject({ containerName: z.string() })) })
    .optional(),
  settings: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
    .default({}),
  thresholds: thresholds.optional(),
});

const variantsFile = z.strictObject({
  loop: z.enum(['open', 'closed']).default('closed'),
  seed: z.int().default(1),
  spread: z.number().min(0).max(1).default(0.1),
  learn: durationSetting.default(0),
  replace: durationSetting.default(60_000),
  patience: durationSetting.default(600_000),
  prices: z.strictObject({ coreHour: z.number().min(0), gibHour: z.number().min(0) }).optional(),
  ...start,
  workloads: z.record(z.string(), z.strictObject(start)).default({}),
  thresholds: thresholds.default({}),
  variants: z.array(variant).min(1, 'must name at least one variant'),
});

export type VariantsFile = z.infer<typeof variantsFile>;
export type StartAmounts = z.infer<typeof amounts>;
export type Start = Pick<VariantsFile, 'replicas' | 'requests' | 'limits'>;

/** A variants file that cannot be used; the message lists each field with its remedy. */
export class VariantsError extends Error {
  override readonly name = 'VariantsError';
}

/** Reads YAML or JSON. @throws VariantsError */
export function readVariants(name: string, text: string): VariantsFile {
  const read = variantsFile.safeParse(parsed(name, text));
  if (!read.success)
    throw new VariantsError(
      listed(
        name,
        read.error.issues.map(({ path, message }) => `${fieldOf(path)}: ${message}`),
      ),
    );
  const faults = read.data.variants.flatMap((one, index) => faultsOf(one, `variants[${index}]`));
  const names = read.data.variants.map((one) => one.name);
  for (const [index, one] of names.entries())
    if (names.indexOf(one) < index) faults.push(`variants[${index}].name: "${one}" is there twice`);
  if (faults.length > 0) throw new VariantsError(listed(name, faults));
  return read.data;
}

function faultsOf({ recommender, parameters, settings }: VariantsFile['variants'][number], field: string) {
  const faults = [];
  if (isRecommenderName(recommender)) {
    const { given, faults: unread } = readGiven(JSON.stringify(parameters));
    for (const fault of [...unread, ...recommenderNamed(recommender).faultsOf(given)])
      faults.push(`${field}.parameters: ${fault}`);
  }
  try {
    checkUpdaterSettings(readConfig(settings));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(`${field}.settings: ${error.message.split('\n  ').slice(1).join('; ')}`);
  }
  for (const key of Object.keys(settings))
    if (!key.startsWith('PLUMBLINE_'))
      faults.push(`${field}.settings.${key}: is not a setting; their names begin with PLUMBLINE_`);
  return faults;
}

function parsed(name: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new VariantsError(`${name} is no YAML or JSON: ${error.message.split('\n')[0]}`);
  }
}

function listed(name: string, faults: readonly string[]): string {
  return `${name} cannot be used:\n  ${faults.join('\n  ')}`;
}

function fieldOf(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text.replace(/^\./, '') || 'the file';
}
