'use client';

import { Button, Checkbox, Flex, Select } from '@mantine/core';
import { memo } from 'react';
import type { UpdateMode } from '@/server/contract/kubernetes';
import { useRecommenders } from '../api/recommenders';
import { Segments } from '../choices/segments';
import { MODES } from '../workloads/mode-words';
import { DAY_CHOICES, type VariantChoices } from './variant-choices';
import classes from './variant-fields.module.css';

interface VariantFieldsProps {
  choices: VariantChoices;
  onChange: (choices: VariantChoices) => void;
}

/** Which days to replay, and what to compare the policy with. */
export const VariantFields = memo(function VariantFields({ choices, onChange }: VariantFieldsProps) {
  const all = useRecommenders().data?.recommenders ?? [];
  const { days, recommenders, mode } = choices;
  const hasAll = all.length > 0 && recommenders.length === all.length;
  const toggle = (name: string, isOn: boolean) =>
    onChange({
      ...choices,
      recommenders: all
        .map((one) => one.name)
        .filter((one) => (one === name ? isOn : recommenders.includes(one))),
    });
  return (
    <Flex wrap="wrap" align="end" gap="12px 24px">
      <Segments
        label="Days to replay"
        size="xs"
        options={DAY_CHOICES}
        value={days}
        onChange={(value) => onChange({ ...choices, days: value })}
      />
      <fieldset className={classes.recommenders}>
        <legend>Compare the policy as it is with</legend>
        {all.map(({ name, help }) => (
          <Checkbox
            key={name}
            size="xs"
            label={<span title={help}>{name}</span>}
            checked={recommenders.includes(name)}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />
        ))}
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={all.length === 0}
          onClick={() => onChange({ ...choices, recommenders: hasAll ? [] : all.map(({ name }) => name) })}
        >
          {hasAll ? 'Remove all' : 'Add all recommenders'}
        </Button>
      </fieldset>
      {recommenders.length > 0 && (
        <Select
          w={190}
          size="xs"
          label="Mode of these"
          data={[{ value: '', label: 'as now' }, ...MODES.map((value) => ({ value, label: value }))]}
          value={mode}
          allowDeselect={false}
          onChange={(value) => onChange({ ...choices, mode: (value ?? '') as UpdateMode | '' })}
        />
      )}
    </Flex>
  );
});
