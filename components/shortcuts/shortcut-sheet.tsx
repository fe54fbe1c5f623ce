import { Kbd, Switch, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Dialog } from '../layout/dialog';
import type { NamedPage } from '../navigation/pages';
import { useShortcutsOn } from './kept-switch';
import { shortcutGroups } from './shortcut-keys';
import classes from './shortcut-sheet.module.css';

interface ShortcutSheetProps {
  pages: readonly NamedPage[];
  onClose: () => void;
}

/** All keyboard shortcuts, and the switch for those of keys alone. */
export default function ShortcutSheet({ pages, onClose }: ShortcutSheetProps) {
  const [isOn, setOn] = useShortcutsOn();
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" width={620}>
      <div className={classes.groups}>
        {shortcutGroups(pages).map(({ title, lines }) => (
          <section key={title} aria-label={title}>
            <Text component="h3" mb={8} fz={13} fw="bold">
              {title}
            </Text>
            <dl className={classes.lines}>
              {lines.map(({ keys, does }) => (
                <Fragment key={keys.join(' ')}>
                  <dt>
                    {keys.map((key) => (
                      <Kbd key={key} size="sm">
                        {key}
                      </Kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        className={classes.switch}
        label="Shortcuts of keys without Ctrl"
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
