'use client';

import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { useEffect, useEffectEvent } from 'react';
import type { HpaDetail } from '@/server/contract/hpas';
import type { HpaEffectView, ReplicaAmounts } from '@/server/contract/operations';
import type { HpaEdit } from '@/server/contract/requests/hpa-edit';
import { countOf } from '@/server/words/counts';
import { objectPath } from '../../api/paths';
import { FromTo } from '../../changes/from-to';
import type { AskedForm } from '../../edit/edit-button';
import { EditDialog } from '../../edit/edit-dialog';
import { EffectPanel } from '../../edit/effect-panel';
import { isEmptyAt } from '../../edit/empty-places';
import classes from '../../edit/fieldset.module.css';
import { NewerVersion } from '../../edit/newer-version';
import { useEdit } from '../../edit/use-edit';
import { YamlChange } from '../../edit/yaml-change';
import { IconPlus } from '../../icons';
import { SEE_PARAM } from '../../inbox/inbox-words';
import shared from '../../layout/shared.module.css';
import replay from '../../replay/replay-verdict.module.css';
import { whyNow } from '../why-now';
import { DirectionInputs } from './direction-fields';
import { hpaInputOf } from './field-places';
import hpaClasses from './hpa-effect.module.css';
import {
  boundsOf,
  type EditedRules,
  type HpaFields,
  hpaEdit,
  hpaFields,
  rebasedHpaFields,
  rulesOfFields,
  unreadablePlaces,
} from './hpa-fields';
import { NEW_METRIC, seeing } from './metric-fields';
import { MetricFieldset } from './metric-fieldset';
import { pastWords } from './past-words';
import { replicaLines } from './replica-lines';

interface HpaDialogProps extends AskedForm {
  hpa: HpaDetail;
}

interface Bounds {
  min: number;
  max: number;
}

interface HpaEffectProps {
  effect: HpaEffectView;
  before: Bounds;
  after: Bounds;
}

/** What the HPA would say with these rules, on the pods and metrics of now, and the YAML. */
function HpaEffect({ effect: { errors, trial, replica, yaml }, before, after }: HpaEffectProps) {
  return (
    <Stack gap={12} mt={12}>
      {trial && <HpaPast past={trial.past} />}
      {trial && (
        <div>
          <Text mb={6} fz={18}>
            {trial.after.currentReplicas} → <strong>{countOf(trial.after.desiredReplicas, 'replica')}</strong>
          </Text>
          <dl className={hpaClasses.says}>
            <dt>With these rules</dt>
            <dd>{whyNow(trial.after, after)}</dd>
            <dt>With the rules in force</dt>
            <dd>{whyNow(trial.now, before)}</dd>
          </dl>
          <ReplicaPods
            from={trial.after.currentReplicas}
            to={trial.after.desiredReplicas}
            replica={replica ?? []}
          />
        </div>
      )}
      {!trial && errors.length === 0 && (
        <p className={shared.quiet}>It cannot be tried: its target cannot be read in this process.</p>
      )}
      <YamlChange before={yaml.before} after={yaml.after} />
    </Stack>
  );
}

/** Bounds, metrics and behaviours of an HPA in a form; beside it what saving does, tried on live data. */
export function HpaDialog({ hpa, ...asked }: HpaDialogProps) {
  const { namespace, name, containers } = hpa;
  const rules = rulesOfFields(hpa.spec);
  const current = { fields: hpaFields(rules), mark: rules };
  const form = useForm({ initialValues: current.fields });
  const editing = useEdit<HpaFields, EditedRules, HpaEdit, HpaEffectView>({
    ...asked,
    form,
    subject: `${namespace}/${name}`,
    path: objectPath('/api/hpas', namespace, name),
    current,
    editOf: (opened, values) => hpaEdit(opened.mark, opened.fields, values),
    savedOn: (edit) => edit,
    rebased: rebasedHpaFields,
    inputOf: hpaInputOf,
    isEmptyAt,
    unreadable: unreadablePlaces(form.values),
  });
  const [asksToSee, setAsksToSee] = useQueryState(SEE_PARAM, parseAsBoolean);
  const takeOver = useEffectEvent(() => {
    const hidden = hpa.hidden?.map(({ load }) => load.metric) ?? [];
    form.setFieldValue('metrics', seeing(form.getValues().metrics, hidden));
    void setAsksToSee(null, { history: 'replace' });
  });
  useEffect(() => {
    if (asksToSee) takeOver();
  }, [asksToSee]);
  const { effect } = editing;
  return (
    <EditDialog
      title={`Rules of HPA ${namespace}/${name}`}
      width={1080}
      editing={editing}
      deed={{ to: 'change-hpa', namespace, name }}
      aside={
        <EffectPanel editing={editing}>
          {(known) => <HpaEffect effect={known} before={hpa} after={boundsOf(form.values)} />}
        </EffectPanel>
      }
      brief={effect && briefOf(effect)}
      newer={<NewerVersion title="Someone else changed this HPA while the form was open" editing={editing} />}
    >
      <div className={classes.pair}>
        <NumberInput
          label="Minimum of replicas"
          placeholder="1"
          allowDecimal={false}
          {...form.getInputProps('minReplicas')}
        />
        <NumberInput
          label="Maximum of replicas"
          allowDecimal={false}
          {...form.getInputProps('maxReplicas')}
        />
      </div>
      <div className={shared.stack}>
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
    </EditDialog>
  );
}

/** What saving does, where the form leaves no room for more. */
function briefOf({ errors, trial }: HpaEffectView): string {
  if (errors.length > 0) return 'This cannot be saved.';
  if (!trial) return 'It cannot be tried here.';
  return `${trial.after.currentReplicas} → ${countOf(trial.after.desiredReplicas, 'replica')}`;
}

type Past = NonNullable<HpaEffectView['trial']>['past'];

/** The hours that are known, under the rules in force and under these; a shortage comes first. */
function HpaPast({ past }: { past: Past }) {
  if (!past)
    return (
      <p className={shared.quiet}>
        The past is not replayed: too little was measured since these metrics and targets are in force.
      </p>
    );
  const { title, isWorse, verdict, replicas, notes } = pastWords(past);
  return (
    <section className={replay.panel} aria-label={title}>
      <h3 className={replay.title}>{title}</h3>
      <p className={replay.verdict} data-worse={isWorse}>
        {verdict}
      </p>
      <Text inherit mt={8}>
        {replicas}
      </Text>
      {notes.map((note) => (
        <p key={note} className={replay.soft}>
          {note}
        </p>
      ))}
    </section>
  );
}

interface ReplicaPodsProps {
  from: number;
  to: number;
  replica: readonly ReplicaAmounts[];
}

/** Which pods start or go, and what all of them state together, container by container. */
function ReplicaPods({ from, to, replica }: ReplicaPodsProps) {
  return (
    <>
      <Text my="md">{podsWords(from, to)}</Text>
      {from !== to && replica.length > 0 && (
        <ul aria-label="What all pods state">
          {replicaLines(replica, from, to).map(({ what, from: before, to: after, each }) => (
            <li key={what}>
              <FromTo what={what} from={before} to={after} /> <span className={shared.quiet}>{each}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function podsWords(from: number, to: number): string {
  if (to > from) return `${countOf(to - from, 'pod starts', 'pods start')} beside those that run. In all:`;
  if (to < from)
    return `${countOf(from - to, 'pod goes', 'pods go')}: those that are not ready first, then the youngest. In all:`;
  return 'No pod starts or goes now.';
}
