'use client';

import { EditButton } from '../edit/edit-button';
import { usePolicyDraft } from './policy-draft';
import { ScalingPolicyDialog } from './scaling-policy-dialog';

/** Makes a policy in a form. */
export function NewPolicyButton() {
  const { data: draft } = usePolicyDraft();
  return (
    <EditButton form="new" deed={{ to: 'create-policy' }} label="New rule">
      {(asked) => draft && <ScalingPolicyDialog draft={draft} {...asked} />}
    </EditButton>
  );
}
