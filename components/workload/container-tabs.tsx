import { Group } from '@mantine/core';
import type { ContainerDetail } from '@/server/contract/recommendations';
import { containerName } from '@/server/words/container-name';
import { ContainerChoice } from '../containers/container-choice';
import shared from '../layout/shared.module.css';
import { useShortcutsOn } from '../shortcuts/kept-switch';
import { usePlainKeys } from '../shortcuts/use-keys';

interface ContainerTabsProps {
  containers: readonly ContainerDetail[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** Which container is shown; a single one needs no choice, only its name. */
export function ContainerTabs({ containers, chosen, onChoose }: ContainerTabsProps) {
  const [areKeysOn] = useShortcutsOn();
  const labelOf = (name: string) => containerName(containers.find((one) => one.name === name) ?? { name });
  const move = (by: number) => {
    const index = containers.findIndex(({ name }) => name === chosen) + by;
    const next = containers[(index + containers.length) % containers.length];
    if (next) onChoose(next.name);
  };
  usePlainKeys(areKeysOn, ({ key }) => {
    if (key === '[') move(-1);
    if (key === ']') move(1);
  });
  return (
    <Group gap={10} mt={4} mb={6}>
      <span className={shared.label}>
        {containers.length > 1 ? 'Container' : `Container ${labelOf(chosen)}`}
      </span>
      {containers.length > 1 && (
        <ContainerChoice
          names={containers.map(({ name }) => name)}
          labelOf={labelOf}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </Group>
  );
}
