'use client';

import { Box, Stack, Text } from '@mantine/core';
import type { GraduationAnswer, GraduationView } from '@/server/contract/graduation';
import type { EffectView } from '@/server/contract/operations';
import { useEffectOf } from '../api/edits';
import { objectPath } from '../api/paths';
import { useGraduation, useStatus } from '../api/queries';
import { Card } from '../layout/card';
import { Command } from '../layout/command';
import { Fold } from '../layout/fold';
import { kubectl } from '../layout/kubectl';
import shared from '../layout/shared.module.css';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { PolicyEffect } from '../policy/policy-effect';
import { ReplayVerdict } from '../replay/replay-verdict';
import { replayHref } from '../replay/replay-words';
import conditionClasses from '../workload/condition-list.module.css';
import classes from './graduation-card.module.css';
import {
  type GraduationConditionLine,
  graduationConditionLines,
  lineSteps,
  standingWords,
  stepLines,
} from './graduation-words';

interface GraduationCardProps {
  namespace: string;
  name: string;
  nowMs: number;
}

export function GraduationCard({ namespace, name, nowMs }: GraduationCardProps) {
  const { data: graduation } = useGraduation(namespace, name);
  if (!graduation) return null;
  const steps = stepLines(graduation);
  return (
    <Box mb={20}>
      <Card title="Graduation" at="graduation">
        <StepLine graduation={graduation} nowMs={nowMs} />
        <Text mb={8} fz={13}>
          {standingWords(graduation)}
        </Text>
        {graduation.faults && (
          <ul className={classes.faults}>
            {graduation.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        {graduation.standing.code === 'by-hand' && (
          <HandBack namespace={namespace} name={name} graduation={graduation} />
        )}
        <Conditions lines={graduationConditionLines(graduation.conditions, nowMs)} />
        {graduation.next && <NextStep namespace={namespace} name={name} mode={graduation.next} />}
        {steps.length > 0 && (
          <Fold label="Steps so far" about="graduation" note={String(steps.length)}>
            {graduation.isAway && (
              <Text c="dimmed" fz={13} mb={8}>
                The database does not answer, so older steps are missing.
              </Text>
            )}
            <ol className={classes.taken}>
              {steps.map((step) => (
                <li key={`${step.atMs} ${step.title}`}>
                  <p className={conditionClasses.line}>
                    <strong className={conditionClasses.type} data-tone={step.tone}>
                      {step.title}
                    </strong>
                    <span className={conditionClasses.when}>
                      <TimeAgo atMs={step.atMs} nowMs={nowMs} />
                    </span>
                  </p>
                  <p className={shared.soft}>{step.why}</p>
                  <Conditions lines={step.met} />
                </li>
              ))}
            </ol>
          </Fold>
        )}
      </Card>
    </Box>
  );
}

function StepLine({ graduation, nowMs }: { graduation: GraduationAnswer; nowMs: number }) {
  const steps = lineSteps(graduation);
  if (steps.length === 0) return null;
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map(({ mode, state }) => (
        <li
          key={mode}
          className={classes.step}
          data-state={state}
          aria-current={state === 'present' ? 'step' : undefined}
        >
          <span className={classes.mode}>{mode}</span>
          {state === 'present' && graduation.note && (
            <span className={shared.small}>
              <TimeAgo atMs={graduation.note.sinceMs} nowMs={nowMs} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function Conditions({ lines }: { lines: readonly GraduationConditionLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className={classes.conditions}>
      {lines.map(({ code, tone, state, sentence, evidence, replay }) => (
        <li key={code}>
          <p className={conditionClasses.type} data-tone={tone}>
            {sentence}
          </p>
          <p className={shared.soft}>
            {state}: {evidence}
            {replay && (
              <>
                {' '}
                <Link href={replayHref(replay)} className={shared.target}>
                  To the replay
                </Link>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** How to hand back what somebody took over. */
function HandBack({
  namespace,
  name,
  graduation: { note, mode },
}: {
  namespace: string;
  name: string;
  graduation: GraduationAnswer;
}) {
  const { data: status } = useStatus();
  const object = `-n ${namespace} vpa ${name}`;
  return (
    <Stack gap={6} mb={10} fz={13}>
      <p>
        To hand it back, set the update mode to {note?.step} again. To let it go on from{' '}
        {mode ?? 'the first step'}:
      </p>
      <Command text={kubectl(`annotate ${object} plumbline.dev/graduation-step-`, status?.kubeconfig)} />
    </Stack>
  );
}

interface NextStepProps {
  namespace: string;
  name: string;
  /** The mode of the next step. */
  mode: NonNullable<GraduationView['next']>;
}

/** What the next step of a graduation would do to the pods of a workload if it was taken now. */
function NextStep({ namespace, name, mode }: NextStepProps) {
  const { data: effect, error } = useEffectOf<EffectView>(
    objectPath('/api/vpas', namespace, name),
    JSON.stringify({ updateMode: mode }),
  );
  if (!effect && !error) return null;
  return (
    <section className={classes.next} aria-label={`What ${mode} would do now`}>
      <h3>What {mode} would do now</h3>
      {error && <p>It cannot be foreseen now: {error.message}</p>}
      {effect && (
        <>
          <ul className={shared.bullets}>
            {effect.statements.map((statement) => (
              <li key={statement}>{statement}</li>
            ))}
            {effect.errors.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                {field}: {message}
              </li>
            ))}
          </ul>
          <PolicyEffect effect={effect} />
          <ReplayVerdict
            namespace={namespace}
            name={name}
            variants={[{ name: 'As saved' }, { name: mode, updateMode: mode }]}
            isUsable={effect.errors.length === 0}
            label={`Last week with ${mode}`}
            order={3}
          />
        </>
      )}
    </section>
  );
}
