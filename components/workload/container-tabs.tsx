import { SegmentedControl } from '@mantine/core';
import type { ContainerDetail } from '@/server/recommender/views';
import classes from './container-tabs.module.css';

interface ContainerTabsProps {
  containers: readonly ContainerDetail[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** Which container is shown; a single one needs no choice, only its name. */
export function ContainerTabs({ containers, chosen, onChoose }: ContainerTabsProps) {
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
