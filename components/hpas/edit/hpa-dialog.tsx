'use client';

import { Alert, Button, NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconGitMerge, IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldError } from '@/server/errors';
import type { HpaEffectView } from '@/server/operations/views';
import type { HpaDetail } from '@/server/scaler/views';
import { countOf } from '@/server/words/counts';
import { useHpaEffect, useSaveHpa } from '../../api/hpa-actions';
import { fieldsAtFault } from '../../api/request';
import { Callout } from '../../layout/callout';
import { Dialog } from '../../layout/dialog';
import policyClasses from '../../policy/container-policy-fields.module.css';
import { PolicyButtons } from '../../policy/policy-buttons';
import classes from '../../policy/policy-dialog.module.css';
import { DirectionInputs } from './direction-fields';
import { inputOf } from './field-places';
import { HpaEffect } from './hpa-effect';
import { boundsOf, hpaEdit, hpaFields, isEmptyAt, rebased, rulesOf, unreadablePlaces } from './hpa-fields';
import { NEW_METRIC } from './metric-fields';
import { MetricFieldset } from './metric-fieldset';

interface HpaDialogProps {
  hpa: HpaDetail;
  /** False once Back was pressed. */
  isAsked: boolean;
  onAskAgain: () => void;
  onClose: () => void;
}

const TYPING_PAUSE_MS = 300;

/** Bounds, metrics and behaviours of an HPA in a form; beside it what saving does, tried on live data. */
export function HpaDialog({ hpa, isAsked, onAskAgain, onClose }: HpaDialogProps) {
  const { namespace, name, containers } = hpa;
  const rules = rulesOf(hpa.spec);
  const [opened, setOpened] = useState(() => ({ rules, fields: hpaFields(rules) }));
  const [leaving, setLeaving] = useState(false);
  const form = useForm({ initialValues: opened.fields });
  const edit = hpaEdit(opened.rules, opened.fields, form.values);
  const unreadable = unreadablePlaces(form.values).join();
  const written = unreadable ? undefined : JSON.stringify(edit);
  const [settled] = useDebouncedValue(written, TYPING_PAUSE_MS);
  const effect = useHpaEffect(namespace, name, settled);
  const isKnown =
    edit !== undefined &&
    written !== undefined &&
    written === settled &&
    effect.data &&
    !effect.isPlaceholderData;
  const save = useSaveHpa(namespace, name);
  const errors = edit ? (effect.data?.errors ?? []) : [];
  const isOutdated = JSON.stringify(rules) !== JSON.stringify(opened.rules);

  /** What nobody has typed into is still empty, not wrong. */
  const isMissing = ({ field }: FieldError) => {
    const input = inputOf(field);
    return input !== undefined && isEmptyAt(form.values, input) && !form.isTouched(input);
  };
  const isToBeTold = useEffectEvent((error: FieldError) => !isMissing(error));

  useEffect(() => {
    if (unreadable) {
      form.setErrors(Object.fromEntries(unreadable.split(',').map((place) => [place, 'must be a number'])));
      return;
    }
    const complaints =
      written === undefined ? [] : [...fieldsAtFault(effect.error), ...(effect.data?.errors ?? [])];
    const placed = complaints.filter(isToBeTold).map(({ field, message }) => [inputOf(field), message]);
    form.setErrors(Object.fromEntries(placed.filter(([input]) => input !== undefined)));
  }, [effect.data, effect.error, written, unreadable, form.setErrors]);

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
    if (!edit || !isKnown || errors.length > 0 || isOutdated) return;
    save.mutate(edit, {
      onSuccess: (done) => {
        notifications.show({
          color: 'verdigris',
          title: `Saved ${namespace}/${name}`,
          message: done.statements[0],
        });
        onClose();
      },
    });
  };

  const takeIn = () => {
    const newer = hpaFields(rules);
    form.setValues(rebased(opened.fields, form.values, newer));
    setOpened({ rules, fields: newer });
    save.reset();
  };

  return (
    <Dialog opened onClose={leave} title={`Rules of HPA ${namespace}/${name}`} size={1080} tall>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={classes.columns}>
          <div className={classes.fields}>
            <div className={policyClasses.pair} style={{ alignItems: 'start' }}>
              <NumberInput
                size="sm"
                label="Minimum of replicas"
                placeholder="1"
                allowDecimal={false}
                {...form.getInputProps('minReplicas')}
              />
              <NumberInput
                size="sm"
                label="Maximum of replicas"
                allowDecimal={false}
                {...form.getInputProps('maxReplicas')}
              />
            </div>
            <div className={policyClasses.list}>
              {form.values.metrics.map((metric, index) => (
                <MetricFieldset
                  // biome-ignore lint/suspicious/noArrayIndexKey: metrics have no name, and the form knows them by place
                  key={index}
                  form={form}
                  index={index}
                  metric={metric}
                  containers={containers}
                />
              ))}
              <div>
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconPlus size={14} stroke={2} />}
                  onClick={() => form.insertListItem('metrics', { ...NEW_METRIC })}
                >
                  Metric
                </Button>
              </div>
            </div>
            <DirectionInputs form={form} direction="up" />
            <DirectionInputs form={form} direction="down" />
          </div>
          <div className={classes.effect}>
            <HpaEffect
              edited={edit !== undefined}
              effect={effect.data}
              failure={effect.error?.message}
              isMissing={isMissing}
              before={hpa}
              after={boundsOf(form.values)}
            />
          </div>
        </div>
        <div className={classes.actions}>
          {isOutdated && (
            <div role="alert">
              <Callout
                icon={IconGitMerge}
                tone="warning"
                title="Someone else changed this HPA while the form was open"
                detail={
                  <>
                    {edit
                      ? 'Your edits stay; what you did not touch becomes theirs.'
                      : 'The form shows the version you opened.'}{' '}
                    <Button size="compact-sm" variant="default" onClick={takeIn}>
                      {edit ? 'Keep my edits on top' : 'Load the newer version'}
                    </Button>
                  </>
                }
              />
            </div>
          )}
          {save.isError && !isOutdated && (
            <Alert color="danger" title="Not saved" role="alert" mb="sm">
              {save.error.message}
            </Alert>
          )}
          {edit && effect.data && !isOutdated && <p className={classes.brief}>{briefOf(effect.data)}</p>}
          <PolicyButtons
            leaving={leaving && edit !== undefined}
            canSave={Boolean(isKnown) && errors.length === 0 && !isOutdated}
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

/** What saving does, where the form leaves no room for more. */
function briefOf({ errors, trial }: HpaEffectView): string {
  if (errors.length > 0) return 'The API server refuses this.';
  if (!trial) return 'It cannot be tried here.';
  return `${trial.after.currentReplicas} → ${countOf(trial.after.desiredReplicas, 'replica')}`;
}
