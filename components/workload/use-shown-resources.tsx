import { useMediaQuery } from '@mantine/hooks';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { RESOURCES, type Resource } from '@/server/contract/resources';
import { Segments } from '../choices/segments';

/** Where two pictures have no room beside each other, and a page of both is a long way. */
const PHONE = '(max-width: 480px)';
const CHOICES = [
  { value: 'cpu', label: 'CPU' },
  { value: 'memory', label: 'Memory' },
] as const;

/** Whether the page is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE) ?? false;
}

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
