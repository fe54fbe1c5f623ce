'use client';

import { Select } from '@mantine/core';
import { WorkloadSelect } from '../lists/name-selects';

interface Choice {
  value: string;
  onChange: (value: string) => void;
}

type ScopeSelectProps = Choice & ({ of: 'vpa' } | { of: 'namespace'; namespaces: string[] });

/** Chooses the namespace or the VPA to stop. */
export default function ScopeSelect(props: ScopeSelectProps) {
  const { value, onChange } = props;
  if (props.of === 'vpa') return <WorkloadSelect value={value} onChange={onChange} />;
  return (
    <Select
      label="Namespace"
      searchable
      data={props.namespaces}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
