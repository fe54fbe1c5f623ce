import * as z from 'zod';
import { isQuantity, milliValue, wholeValue } from '../objects/quantity';
import { httpAddress, secret, setting, text } from './setting';

/** A step such as `10m` or `64Mi`, as millicores or bytes. */
const step = (read: (value: string) => number) =>
  z
    .string()
    .refine((value) => isQuantity(value) && read(value) >= 1, 'must be a quantity of at least one unit')
    .transform(read);

export const COMMAND_LINE_SETTINGS = {
  server: secret(
    'SERVER',
    '',
    httpAddress,
    'Address of the dashboard that the command `plumbline` asks, unless --server names one; empty means straight to the cluster.',
  ),
  cacheDir: setting(
    'CACHE_DIR',
    '',
    text,
    'Folder where `plumbline scan` keeps what it read of the past; empty means .cache/plumbline at home.',
  ),
  writtenCpuStep: setting(
    'WRITTEN_CPU_STEP',
    '1m',
    step(milliValue),
    'CPU is rounded up to a multiple of this where people keep it: in exports, `plumbline diff` and `plumbline scan`.',
  ),
  writtenMemoryStep: setting(
    'WRITTEN_MEMORY_STEP',
    '1Mi',
    step(wholeValue),
    'Memory is rounded up to a multiple of this where people keep it: in exports, `plumbline diff` and `plumbline scan`.',
  ),
} as const;
