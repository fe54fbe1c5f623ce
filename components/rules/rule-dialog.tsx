'use client';

import { Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import type { ScalingPolicyEffectView } from '@/server/contract/operations';
import type { RuleEdit } from '@/server/contract/requests/rule-edit';
import type { RuleDraftView } from '@/server/contract/rules';
import { countOf } from '@/server/words/counts';
import { useClusterTime } from '../api/queries';
import { CalendarField } from '../calendar/calendar-field';
import classes from '../calendar/calendar-field.module.css';
import type { AskedForm } from '../edit/edit-button';
import { EditDialog } from '../edit/edit-dialog';
import { EffectPanel } from '../edit/effect-panel';
import { isEmptyAt } from '../edit/empty-places';
import { NewerVersion } from '../edit/newer-version';
import { useEdit } from '../edit/use-edit';
import { Fold } from '../layout/fold';
import { ContainerPolicyFields } from '../policy/container-policy-fields';
import { inputOf } from '../policy/field-places';
import { type PolicyFields, rebased } from '../policy/form-values';
import { ModeField } from '../policy/mode-field';
import { RarePolicyFields } from '../policy/rare-policy-fields';
import { RecommenderFields } from '../policy/recommender-fields';
import {
  newRuleFields,
  type RuleFormFields,
  ruleEdit,
  ruleFieldPlace,
  ruleFormFields,
} from './rule-form-values';
import { SelectionFields } from './selection-fields';
import { TrialPanel } from './trial-panel';

interface RuleDialogProps extends AskedForm {
  draft: RuleDraftView;
  /** The policy that is edited; a new one if absent. */
  name?: string;
  /** What a new one begins with, as if it was typed. */
  filledIn?: Partial<RuleFormFields>;
}

type Mark = { generation?: number };

interface PartFieldProps {
  label: string;
  /** The name for screen readers. */
  name: string;
  description: string;
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
}

/** A part of a policy that people write as YAML. */
function PartField({ label, name, description, value, onChange, error }: PartFieldProps) {
  return (
    <Fold label={label} note={value === '' ? undefined : 'set'} urgent={error !== undefined}>
      <Textarea
        aria-label={name}
        description={description}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        autosize
        minRows={3}
        maxRows={16}
        spellCheck={false}
        classNames={{ input: classes.text }}
      />
    </Fold>
  );
}

/** A policy in a form; beside it which workloads match now, and what saving does. */
export function RuleDialog({ draft, name, filledIn, ...asked }: RuleDialogProps) {
  const nowMs = useClusterTime();
  const isNew = name === undefined;
  const current = {
    fields: isNew ? newRuleFields(draft) : ruleFormFields(name, draft),
    mark: draft.generation === undefined ? {} : { generation: draft.generation },
  };
  const form = useForm({ initialValues: { ...current.fields, ...filledIn } });
  const { values } = form;
  const path = isNew ? '/api/rule-drafts' : `/api/rules/${encodeURIComponent(name)}`;
  const editing = useEdit<RuleFormFields, Mark, RuleEdit, ScalingPolicyEffectView>({
    ...asked,
    form,
    subject: name ?? values.name.trim(),
    path,
    method: isNew ? 'POST' : 'PATCH',
    current,
    editOf: ({ fields }, now) => ruleEdit(fields, now, isNew),
    savedOn: (edit, mark) => ({ ...edit, ...mark }),
    rebased,
    inputOf: (field) => ruleFieldPlace(field) ?? inputOf(field.replace(/^template\./, '')),
    isEmptyAt,
  });
  const { edit, effect } = editing;
  // The fields of a VPA are the same in both forms.
  const vpaForm = form as unknown as UseFormReturnType<PolicyFields>;
  const setText = (part: 'calendar' | 'approvals' | 'graduation') => (text: string) =>
    form.setFieldValue(part, text);
  return (
    <EditDialog
      title={isNew ? 'New rule' : `Rule ${name}`}
      width={1080}
      editing={editing}
      deed={isNew ? { to: 'create-policy' } : { to: 'change-policy', name }}
      aside={
        <EffectPanel editing={editing} unnamed={['everything']}>
          {(known) => <TrialPanel effect={known} path={path} edit={edit} />}
        </EffectPanel>
      }
      brief={effect && briefOf(effect)}
      newer={
        <NewerVersion title="Someone else changed this rule while the form was open" editing={editing} />
      }
    >
      {isNew && (
        <TextInput
          label="Name"
          data-autofocus
          placeholder="such as shop-defaults"
          {...form.getInputProps('name')}
        />
      )}
      <SelectionFields
        form={form}
        takesEverything={edit !== undefined && effect?.trial?.matchesEverything === true}
      />
      <ModeField
        value={values.updateMode}
        onChange={(mode) => form.setFieldValue('updateMode', mode)}
        error={form.errors.updateMode}
        pending={false}
      />
      <RecommenderFields form={vpaForm} choice={draft.recommender} />
      <CalendarField
        value={values.calendar}
        onChange={setText('calendar')}
        error={form.errors.calendar}
        calendar={edit ? (effect?.calendar ?? draft.calendar) : draft.calendar}
        nowMs={nowMs}
      />
      <PartField
        label="Approvals: changes that wait for a person"
        name="Approvals"
        description="As YAML, such as growing: 20%. Empty: none waits."
        value={values.approvals}
        onChange={setText('approvals')}
        error={form.errors.approvals}
      />
      <PartField
        label="Graduation: how VPAs earn their update mode"
        name="Graduation"
        description="As YAML, such as stay: 3d; {} for the usual rules. Empty: the mode above."
        value={values.graduation}
        onChange={setText('graduation')}
        error={form.errors.graduation}
      />
      <RarePolicyFields form={vpaForm} usual={draft.usual} />
      <ContainerPolicyFields form={vpaForm} containers={[]} usual={draft.usual} />
    </EditDialog>
  );
}

/** What saving does, where the form leaves no room for more. */
function briefOf({ errors, trial }: ScalingPolicyEffectView): string {
  if (errors.length > 0) return `This cannot be saved: ${countOf(errors.length, 'fault')}.`;
  if (!trial) return 'It cannot be tried here.';
  return `${countOf(trial.matched, 'workload')} now, ${countOf(trial.made, 'new VPA')}`;
}
