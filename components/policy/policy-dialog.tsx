'use client';

import { useForm } from '@mantine/form';
import type { EffectView } from '@/server/contract/operations';
import type { PolicyEdit } from '@/server/contract/requests/policy-edit';
import type { WorkloadAnswer } from '@/server/contract/workloads';
import { objectPath } from '../api/paths';
import { useClusterTime } from '../api/queries';
import { request } from '../api/request';
import { CalendarField } from '../calendar/calendar-field';
import type { AskedForm } from '../edit/edit-button';
import { EditDialog } from '../edit/edit-dialog';
import { EffectPanel } from '../edit/effect-panel';
import { NewerVersion } from '../edit/newer-version';
import { useEdit } from '../edit/use-edit';
import { withProposal } from '../replay/proposal-values';
import { ReplayVerdict } from '../replay/replay-verdict';
import { useProposal } from '../replay/use-proposal';
import { briefEffect } from './brief-effect';
import { ChangeTextsPanel } from './change-texts';
import { ContainerPolicyFields } from './container-policy-fields';
import { inputOf, isEmptyInput } from './field-places';
import { withFill } from './filled-values';
import { FirstChangeField } from './first-change-field';
import { type PolicyFields, policyEdit, policyFields, rebased } from './form-values';
import { LimitsField } from './limits-field';
import { MemoryFollowsField } from './memory-follows-field';
import { MemoryLimitField } from './memory-limit-field';
import { ModeField } from './mode-field';
import { newerVersionTitle } from './newer-version-title';
import { PolicyDifferenceList } from './policy-difference-list';
import { policyDifferences } from './policy-differences';
import { PolicyEffect } from './policy-effect';
import { RarePolicyFields } from './rare-policy-fields';
import { RecommenderFields } from './recommender-fields';
import { ScopeField } from './scope-field';
import { useFill } from './use-fill';

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
