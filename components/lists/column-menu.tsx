import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns } from '../icons';
import { UsualButton } from '../layout/usual-button';
import { type ColumnChoice, usualColumns } from './column-choice';

interface ColumnMenuProps {
  all: readonly ColumnChoice[];
  shown: readonly string[];
  isUsual: boolean;
  onChoose: (keys: readonly string[]) => void;
}

export function ColumnMenu({ all, shown, isUsual, onChoose }: ColumnMenuProps) {
  const toggle = (key: string) =>
    onChoose(shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key]);
  const free = shown.filter((key) => all.some((one) => one.key === key && !one.isFixed));
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <UsualButton size="compact-sm" icon={<IconColumns size={15} stroke={1.7} />}>
          Columns
        </UsualButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8} role="group" aria-label="Columns">
          {all.map(
            ({ key, label, isFixed }) =>
              !isFixed && (
                <Checkbox
                  key={key}
                  label={label}
                  checked={shown.includes(key)}
                  disabled={free.length === 1 && shown.includes(key)}
                  onChange={() => toggle(key)}
                />
              ),
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={isUsual}
            onClick={() => onChoose(usualColumns(all))}
          >
            The usual columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
