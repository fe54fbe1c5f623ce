import { SegmentedControl } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ContainerDetail } from '@/server/recommender/views';
import { useShortcutsOn } from '../shortcuts/kept-switch';
import classes from './container-tabs.module.css';

interface ContainerTabsProps {
  containers: readonly ContainerDetail[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** Which container is shown; a single one needs no choice, only its name. */
export function ContainerTabs({ containers, chosen, onChoose }: ContainerTabsProps) {
  const [areKeysOn] = useShortcutsOn();
  const move = (by: number) => {
    const index = containers.findIndex(({ name }) => name === chosen) + by;
    const next = containers[(index + containers.length) % containers.length];
    if (areKeysOn && next) onChoose(next.name);
  };
  useHotkeys([
    ['[', () => move(-1)],
    [']', () => move(1)],
  ]);
  return (
    <div className={classes.tabs}>
      <span className={classes.label} id="container-choice">
        {containers.length > 1 ? 'Container' : `Container ${chosen}`}
      </span>
      {containers.length > 1 && (
        <SegmentedControl
          aria-labelledby="container-choice"
          size="sm"
          data={containers.map((container) => container.name)}
          value={chosen}
          onChange={onChoose}
        />
      )}
    </div>
  );
}
