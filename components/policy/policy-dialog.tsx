'use client';

import { Alert } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldError } from '@/server/errors';
import type { WorkloadAnswer } from '@/server/process/pages/views';
import { useEffectOf, useSavePolicy } from '../api/policy-actions';
import { fieldsAtFault } from '../api/request';
import { Dialog } from '../layout/dialog';
import { EditReplay } from '../replay/edit-replay';
import { withProposal } from '../replay/proposal-values';
import { useProposal } from '../replay/use-proposal';
import { briefEffect } from './brief-effect';
import { ContainerPolicyFields } from './container-policy-fields';
import { EffectPanel } from './effect-panel';
import { inputOf, isEmptyAt } from './field-places';
import { policyEdit, policyFields, rebased } from './form-values';
import { ModeField } from './mode-field';
import { NewerVersion } from './newer-version';
import { PolicyButtons } from './policy-buttons';
import classes from './policy-dialog.module.css';
import { policyDifferences } from './policy-differences';
import { RarePolicyFields } from './rare-policy-fields';
import { RecommenderFields } from './recommender-fields';

interface PolicyDialogProps {
  workload: WorkloadAnswer;
  /** False once Back was pressed. */
  isAsked: boolean;
  onAskAgain: () => void;
  onClose: () => void;
}

const TYPING_PAUSE_MS = 300;

/** Mode and policy in a form; beside it the effect of saving. */
export function PolicyDialog({ workload, isAsked, onAskAgain, onClose }: PolicyDialogProps) {
  const { namespace, name, policy } = workload;
  const current = () => ({
    generation: policy.generation,
    annotation: policy.recommender.annotation ?? null,
    fields: policyFields(workload.heldMode?.mode ?? workload.updateMode, policy),
  });
  const [opened, setOpened] = useState(current);
  const [leaving, setLeaving] = useState(false);
  const form = useForm({ initialValues: opened.fields });
  useProposal((proposal) => form.setValues(withProposal(form.getValues(), proposal, policy.recommender)));
  const edit = policyEdit(opened.fields, form.values);
  const written = JSON.stringify(edit);
  const [settled] = useDebouncedValue(written, TYPING_PAUSE_MS);
  const effect = useEffectOf(namespace, name, settled);
  const known = edit !== undefined && written === settled && effect.data && !effect.isPlaceholderData;
  const save = useSavePolicy(namespace, name);
  const errors = edit ? (effect.data?.errors ?? []) : [];
  const isOutdated =
    policy.generation !== opened.generation || (policy.recommender.annotation ?? null) !== opened.annotation;

  /** A field that nobody has typed into is still empty, not wrong. */
  const isUntyped = (input: string) => isEmptyAt(form.values, input) && !form.isTouched(input);
  const isMissing = ({ field }: FieldError) => {
    const input = inputOf(field);
    return input !== undefined && isUntyped(input);
  };
  const isToBeTold = useEffectEvent((error: FieldError) => !isMissing(error));

  useEffect(() => {
    const complaints =
      written === undefined ? [] : [...fieldsAtFault(effect.error), ...(effect.data?.errors ?? [])];
    const placed = complaints.filter(isToBeTold).map(({ field, message }) => [inputOf(field), message]);
    form.setErrors(Object.fromEntries(placed.filter(([input]) => input !== undefined)));
  }, [effect.data, effect.error, written, form.setErrors]);

  const leave = () => (edit ? setLeaving(true) : onClose());

  const wentBack = useEffectEvent(() => {
    if (edit) onAskAgain();
    leave();
  });
  useEffect(() => {
    if (!isAsked) wentBack();
  }, [isAsked]);

  useWindowEvent('beforeunload', (event) => {
    if (edit) event.preventDefault();
  });

  const submit = () => {
    if (!edit || !known || errors.length > 0 || isOutdated) return;
    save.mutate(
      { ...edit, generation: opened.generation, annotation: opened.annotation },
      {
        onSuccess: (done) => {
          notifications.show({
            color: 'verdigris',
            title: `Saved ${namespace}/${name}`,
            message: done.statements[0],
          });
          onClose();
        },
      },
    );
  };

  const takeIn = () => {
    const newer = current();
    form.setValues(rebased(opened.fields, form.values, newer.fields));
    setOpened(newer);
    save.reset();
  };

  return (
    <Dialog opened onClose={leave} title={`Policy of ${namespace}/${name}`} size={980} tall>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={classes.columns}>
          <div className={classes.fields}>
            <ModeField
              value={form.values.updateMode}
              onChange={(mode) => form.setFieldValue('updateMode', mode)}
              error={form.errors.updateMode}
              pending={workload.heldMode !== undefined}
            />
            <RecommenderFields form={form} choice={policy.recommender} />
            <RarePolicyFields form={form} usual={policy.usual} />
            <ContainerPolicyFields
              form={form}
              names={workload.containers.map((container) => container.name)}
              usual={policy.usual}
            />
          </div>
          <div className={classes.effect}>
            <EffectPanel
              edited={edit !== undefined}
              effect={effect.data}
              failure={effect.error?.message}
              isMissing={isMissing}
            />
            <EditReplay
              namespace={namespace}
              name={name}
              edit={edit}
              isUsable={Boolean(known) && errors.length === 0}
            />
          </div>
        </div>
        <div className={classes.actions}>
          {isOutdated && (
            <NewerVersion
              author={workload.policyAuthor}
              changes={policyDifferences(opened.fields, current().fields, form.values)}
              edited={edit !== undefined}
              onTakeIn={takeIn}
            />
          )}
          {save.isError && !isOutdated && (
            <Alert color="danger" title="Not saved" role="alert" mb="sm">
              {save.error.message}
            </Alert>
          )}
          {edit !== undefined && effect.data && !isOutdated && (
            <p className={classes.brief}>{briefEffect(effect.data, errors.some(isMissing))}</p>
          )}
          <PolicyButtons
            leaving={leaving && edit !== undefined}
            canSave={Boolean(known) && errors.length === 0 && !isOutdated}
            saving={save.isPending}
            onCancel={leave}
            onStay={() => setLeaving(false)}
            onDiscard={onClose}
          />
        </div>
      </form>
    </Dialog>
  );
}
