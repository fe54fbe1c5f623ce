import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { RESOURCES, type Resource } from '@/server/contract/resources';
import { Segments } from '../choices/segments';
import { useIsPhone } from '../layout/use-is-phone';

const CHOICES = [
  { value: 'cpu', label: 'CPU' },
  { value: 'memory', label: 'Memory' },
] as const;

/** CPU and memory; on a phone one of them, with the choice between the two. The address keeps it. */
export function useShownResources() {
  const [chosen, setChosen] = useQueryState('of', parseAsStringLiteral(RESOURCES).withDefault('cpu'));
  const isPhone = useIsPhone();
  return {
    shows: (resource: Resource) => !isPhone || resource === chosen,
    choice: isPhone && (
      <Segments
        label="Resource shown"
        size="xs"
        options={CHOICES}
        value={chosen}
        onChange={(resource) => void setChosen(resource)}
      />
    ),
  };
}
