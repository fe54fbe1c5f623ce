import { Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SettingSection, ShownSetting } from '@/server/contract/diagnostics';
import { IconSearch } from '../icons';
import { Card } from '../layout/card';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import { FactTable } from '../lists/fact-table';
import tableClasses from '../lists/fact-table.module.css';
import classes from './diagnostics-screen.module.css';
import { changedSettings, sectionNote, settingsMeant } from './setting-filter';

const ORIGINS = { default: 'default', environment: 'environment', program: 'chosen at the start' } as const;

/**
 * Every setting as it is in force, where it comes from, and what it does: those that are changed first, then all,
 * folded until a filter asks for some.
 */
export function SettingsCard({ sections }: { sections: readonly SettingSection[] }) {
  const [words, setWords] = useState('');
  const [onlySet, setOnlySet] = useState(false);
  const meant = settingsMeant(sections, { words, onlySet });
  const isFiltered = onlySet || words.trim() !== '';
  const changed = isFiltered ? [] : changedSettings(sections);
  return (
    <Card title="Settings">
      <Group gap="8px 16px">
        <TextInput
          aria-label="Find a setting"
          placeholder="Find a setting"
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Switch
          label="Only those that are changed"
          checked={onlySet}
          onChange={(event) => setOnlySet(event.currentTarget.checked)}
        />
      </Group>
      {meant.length === 0 && <p className={shared.soft}>No setting matches.</p>}
      {changed.length > 0 && (
        <section aria-label="Changed from the default">
          <Text component="h3" mt={18} mb={6} fz={14} fw={600}>
            Changed from the default
          </Text>
          <SettingTable heading="changed from the default" settings={changed} />
        </section>
      )}
      <Stack gap={6} mt={14}>
        {meant.map((section) => (
          <Fold key={section.heading} label={section.heading} note={sectionNote(section)} urgent={isFiltered}>
            <SettingTable heading={section.heading} settings={section.settings} />
          </Fold>
        ))}
      </Stack>
    </Card>
  );
}

function SettingTable({ heading, settings }: { heading: string; settings: readonly ShownSetting[] }) {
  return (
    <FactTable label={`Settings: ${heading}`} headings={['Setting', 'Value', 'From', 'What it does']}>
      {settings.map(({ env, value, fallback, origin, help }) => (
        <tr key={env}>
          <th scope="row" className={`${tableClasses.name} ${classes.setting}`}>
            {env}
          </th>
          <td className={classes.value}>{value === '' ? '(empty)' : value}</td>
          <td title={origin === 'default' ? undefined : `Default: ${fallback || '(empty)'}`}>
            {ORIGINS[origin]}
          </td>
          <td className={classes.help}>{help}</td>
        </tr>
      ))}
    </FactTable>
  );
}
