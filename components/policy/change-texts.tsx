'use client';

import { useState } from 'react';
import type { ChangeTexts as Texts } from '@/server/contract/operations';
import { Segments } from '../choices/segments';
import { YamlChange } from '../edit/yaml-change';
import { CopyText } from '../layout/copy-text';
import classes from './change-texts.module.css';

const FORMS = [
  { value: 'difference', label: 'Diff' },
  { value: 'yaml', label: 'YAML' },
  { value: 'kubectl', label: 'kubectl' },
  { value: 'kustomize', label: 'Kustomize' },
  { value: 'helm', label: 'Helm' },
] as const;

type Form = (typeof FORMS)[number]['value'];

/** The change in the forms in which it can be made elsewhere, such as in a Git repository. */
export function ChangeTextsPanel({ texts }: { texts: Texts }) {
  const [form, setForm] = useState<Form>('difference');
  return (
    <section className={classes.panel} aria-label="The change as text">
      <h3 className={classes.title}>The change as text</h3>
      <Segments
        label="Form of the change"
        size="xs"
        fullWidth
        options={FORMS}
        value={form}
        onChange={setForm}
      />
      <div className={classes.text}>
        <Text form={form} texts={texts} />
      </div>
    </section>
  );
}

function Text({ form, texts }: { form: Form; texts: Texts }) {
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
