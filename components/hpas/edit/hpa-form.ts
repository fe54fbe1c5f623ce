import type { UseFormReturnType } from '@mantine/form';
import type { HpaFields } from './hpa-fields';

export type HpaForm = UseFormReturnType<HpaFields>;
