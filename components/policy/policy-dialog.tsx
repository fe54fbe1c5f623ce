'use client';

import { Autocomplete, Box, Select, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { useEffect, useEffectEvent, useState } from 'react';
import type { PolicyFill } from '@/server/contract/inbox';
import type { EffectView, ChangeTexts as Texts } from '@/server/contract/operations';
import type { PolicyEdit } from '@/server/contract/requests/policy-edit';
import type { WorkloadAnswer } from '@/server/contract/workloads';
import { countOf } from '@/server/words/counts';
import { objectPath } from '../api/paths';
import { useClusterTime } from '../api/queries';
import { request } from '../api/request';
import { CalendarField } from '../calendar/calendar-field';
import { Segments } from '../choices/segments';
import type { AskedForm } from '../edit/edit-button';
import { EditDialog } from '../edit/edit-dialog';
import { EffectPanel } from '../edit/effect-panel';
import { NewerVersion } from '../edit/newer-version';
import { useEdit } from '../edit/use-edit';
import { YamlChange } from '../edit/yaml-change';
import { FILL_PARAMS } from '../inbox/inbox-words';
import { CopyText } from '../layout/copy-text';
import { withProposal } from '../replay/proposal-values';
import { ReplayVerdict } from '../replay/replay-verdict';
import { useProposal } from '../replay/use-proposal';
import { MODES } from '../workloads/mode-words';
import classes from './change-texts.module.css';
import { ContainerPolicyFields } from './container-policy-fields';
import { FieldLabel } from './field-label';
import { inputOf, isEmptyInput } from './field-places';
import { withFill } from './filled-values';
import { type PolicyFields, policyEdit, policyFields, rebased } from './form-values';
import { MemoryLimitField } from './memory-limit-field';
import { ModeField } from './mode-field';
import { newerVersionTitle } from './newer-version-title';
import { type PolicyDifference, policyDifferences } from './policy-differences';
import { PolicyEffect } from './policy-effect';
import { RarePolicyFields } from './rare-policy-fields';
import { RecommenderFields } from './recommender-fields';
import { ScopeField } from './scope-field';

interface PolicyDialogProps extends AskedForm {
  workload: WorkloadAnswer;
}

/** What of a VPA the form holds, and what tells one version from another. */
function versionOf({ heldMode, updateMode, policy, calendar }: WorkloadAnswer) {
  return {
    fields: policyFields(heldMode?.mode ?? updateMode, policy, calendar?.own),
    mark: {
      generation: policy.generation,
      annotation: policy.recommender.annotation ?? null,
      formerCalendar: calendar?.own ?? null,
    },
  };
}

/** The effect of saving in one line, if there is no room for all of it beside the fields. */
function briefEffect({ errors, warnings, statements }: EffectView, isIncomplete: boolean): string {
  if (isIncomplete) return 'Some fields are still empty.';
  if (errors.length > 0) return `This cannot be saved: ${countOf(errors.length, 'fault')}.`;
  return [
    ...statements.slice(0, 1),
    ...(warnings.length > 0 ? [`${countOf(warnings.length, 'warning')} below.`] : []),
  ].join(' ');
}

const FORMS = [
  { value: 'difference', label: 'Diff' },
  { value: 'yaml', label: 'YAML' },
  { value: 'kubectl', label: 'kubectl' },
  { value: 'kustomize', label: 'Kustomize' },
  { value: 'helm', label: 'Helm' },
] as const;

type Form = (typeof FORMS)[number]['value'];

/** The change in the forms in which it can be made elsewhere, such as in a Git repository. */
function ChangeTextsPanel({ texts }: { texts: Texts }) {
  const [form, setForm] = useState<Form>('difference');
  return (
    <Box component="section" mt={16} aria-label="The change as text">
      <Text component="h3" mb={8} fz={14} fw={600}>
        The change as text
      </Text>
      <Segments
        label="Form of the change"
        size="xs"
        fullWidth
        options={FORMS}
        value={form}
        onChange={setForm}
      />
      <Box mt={8}>
        <FormText form={form} texts={texts} />
      </Box>
    </Box>
  );
}

function FormText({ form, texts }: { form: Form; texts: Texts }) {
  switch (form) {
    case 'difference':
      return <YamlChange before={texts.yaml.before} after={texts.yaml.after} />;
    case 'yaml':
      return <CopyText text={texts.yaml.after} label="The VPA as YAML" />;
    case 'kubectl':
      return <CopyText text={texts.kubectl} label="Command" />;
    case 'kustomize':
      return <CopyText text={texts.kustomize} label="Kustomize patch" />;
    case 'helm':
      return <CopyText text={texts.helm} label="Helm values" />;
  }
}

function FirstChangeField({ form }: { form: UseFormReturnType<PolicyFields> }) {
  return (
    <TextInput
      label={<FieldLabel label="Time before the first change" path="plumbline.dev/first-change-after" />}
      description="For so long after the VPA was created nothing is changed, such as 24h or 7d."
      placeholder="No wait"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps('firstChangeAfter')}
    />
  );
}

function LimitsField({ form }: { form: UseFormReturnType<PolicyFields> }) {
  return (
    <Autocomplete
      label={<FieldLabel label="Limits of CPU and memory" path="plumbline.dev/limits" />}
      description="In proportion to requests, as pods state them, in proportion up to maxAllowed, or limits alone while requests stay; for one resource such as cpu=as-stated."
      placeholder="In proportion"
      data={['as-stated', 'up-to-max', 'limits-only', 'cpu=as-stated', 'memory=as-stated']}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps('limits')}
    />
  );
}

const FOLLOWED = [
  { value: 'usage', label: 'What containers use' },
  { value: 'rss', label: 'What they use without page cache' },
  { value: 'heap', label: 'What is live in their heaps' },
];

function MemoryFollowsField({ form }: { form: UseFormReturnType<PolicyFields> }) {
  const { memoryFollows } = form.values;
  return (
    <Select
      label={<FieldLabel label="Memory follows" path="plumbline.dev/memory-follows" />}
      description="All but usage is known from Prometheus alone; until it is, and after an OOM kill, memory follows usage."
      data={FOLLOWED}
      value={memoryFollows || 'usage'}
      onChange={(value) => form.setFieldValue('memoryFollows', value === 'usage' ? '' : (value ?? ''))}
      allowDeselect={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={form.errors.memoryFollows}
    />
  );
}

const FILL = {
  mode: parseAsStringLiteral(MODES),
  maxCpu: parseAsString,
  maxMemory: parseAsString,
};

/** Hands over what the address fills the form in with, once; then the address has it no more. */
function useFill(take: (fill: PolicyFill) => void): void {
  const [{ mode, maxCpu, maxMemory }, setFill] = useQueryStates(FILL, {
    urlKeys: FILL_PARAMS,
    history: 'replace',
  });
  const [container] = useQueryState('container', parseAsString);
  const takeOver = useEffectEvent(() => {
    take({
      ...(mode && { mode }),
      ...(container && { container }),
      ...(maxCpu && { maxCpu }),
      ...(maxMemory && { maxMemory }),
    });
    void setFill(null);
  });
  useEffect(() => {
    if (mode || maxCpu || maxMemory) takeOver();
  }, [mode, maxCpu, maxMemory]);
}

/** What a newer version of the policy changes, and what of it stays mine. */
function PolicyDifferenceList({ differences }: { differences: readonly PolicyDifference[] }) {
  if (differences.length === 0) return null;
  return (
    <ul className={classes.changes}>
      {differences.map(({ field, from, to, mine }) => (
        <li key={field}>
          <code>{field}</code>: {from} → <strong>{to}</strong>
          {mine !== undefined && `; yours is ${mine}, and stays`}
        </li>
      ))}
    </ul>
  );
}

/** Mode and policy in a form; beside it the effect of saving. */
export function PolicyDialog({ workload, ...asked }: PolicyDialogProps) {
  const { namespace, name, policy } = workload;
  const nowMs = useClusterTime();
  const current = versionOf(workload);
  const form = useForm({ initialValues: current.fields });
  useProposal((proposal) => form.setValues(withProposal(form.getValues(), proposal, policy.recommender)));
  useFill((fill) => form.setValues(withFill(form.getValues(), fill)));
  const editing = useEdit<PolicyFields, typeof current.mark, PolicyEdit, EffectView>({
    ...asked,
    form,
    subject: `${namespace}/${name}`,
    path: objectPath('/api/vpas', namespace, name),
    current,
    editOf: ({ fields }, values) => policyEdit(fields, values),
    savedOn: (edit, mark) => ({ ...edit, ...mark }),
    rebased,
    inputOf,
    isEmptyAt: isEmptyInput,
    read: async () => versionOf(await request<WorkloadAnswer>(objectPath('/api/workloads', namespace, name))),
  });
  const { edit, effect, errors, opened } = editing;
  const differences = editing.isOutdated ? policyDifferences(opened.fields, current.fields, form.values) : [];
  return (
    <EditDialog
      title={`Policy of ${namespace}/${name}`}
      width={980}
      editing={editing}
      deed={{ to: 'change-vpa', namespace, name }}
      aside={
        <>
          <EffectPanel editing={editing}>{(known) => <PolicyEffect effect={known} />}</EffectPanel>
          <ReplayVerdict
            namespace={namespace}
            name={name}
            variants={edit && [{ name: 'As saved' }, { name: 'This edit', edit }]}
            isUsable={editing.isUsable}
          />
          {edit && effect?.texts && errors.length === 0 && <ChangeTextsPanel texts={effect.texts} />}
        </>
      }
      brief={effect && briefEffect(effect, errors.some(editing.isMissing))}
      newer={
        <NewerVersion
          title={newerVersionTitle(workload.policyAuthor, differences, edit !== undefined)}
          editing={editing}
        >
          <PolicyDifferenceList differences={differences} />
        </NewerVersion>
      }
    >
      <ModeField
        value={form.values.updateMode}
        onChange={(mode) => form.setFieldValue('updateMode', mode)}
        error={form.errors.updateMode}
        pending={workload.heldMode !== undefined}
      />
      <ContainerPolicyFields form={form} containers={workload.containers} usual={policy.usual} />
      <RecommenderFields form={form} choice={policy.recommender} />
      <CalendarField
        value={form.values.calendar}
        onChange={(text) => form.setFieldValue('calendar', text)}
        error={form.errors.calendar}
        calendar={edit ? (effect?.calendar ?? workload.calendar) : workload.calendar}
        nowMs={nowMs}
      />
      <FirstChangeField form={form} />
      <MemoryLimitField form={form} />
      <LimitsField form={form} />
      <MemoryFollowsField form={form} />
      <ScopeField form={form} />
      <RarePolicyFields form={form} usual={policy.usual} />
    </EditDialog>
  );
}
