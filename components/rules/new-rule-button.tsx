'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { EditButton } from '../edit/edit-button';
import { RuleDialog } from './rule-dialog';
import { useRuleDraft } from './rule-draft';
import { WATCH } from './watch-address';
import { watching } from './watched-namespace';

/** Makes a policy in a form. */
export function NewRuleButton() {
  const { data: draft } = useRuleDraft();
  const [watched] = useQueryState(WATCH, parseAsString);
  const filledIn = watched === null ? {} : watching(watched);
  return (
    <EditButton form="new" deed={{ to: 'create-policy' }} label="New rule">
      {(asked) => draft && <RuleDialog draft={draft} filledIn={filledIn} {...asked} />}
    </EditButton>
  );
}
