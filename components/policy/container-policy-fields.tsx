import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { PolicyView } from '@/server/contract/recommendations';
import { containerName } from '@/server/words/container-name';
import { IconPlus } from '../icons';
import shared from '../layout/shared.module.css';
import { ContainerFieldset } from './container-fieldset';
import { containerFields } from './container-values';
import type { PolicyFields } from './form-values';

interface ContainerPolicyFieldsProps {
  form: UseFormReturnType<PolicyFields>;
  /** The containers the workload has. */
  containers: readonly { name: string; isSidecar?: boolean }[];
  usual: PolicyView['usual'];
}

const EVERY_OTHER = '*';

/** One fieldset for each container policy, and a way to add one for a container that has none. */
export function ContainerPolicyFields({ form, containers, usual }: ContainerPolicyFieldsProps) {
  const present = form.values.containers.map((container) => container.containerName);
  const names = containers.map(({ name }) => name);
  const missing = [EVERY_OTHER, ...names].filter((name) => !present.includes(name));
  const titleOf = (name: string) =>
    name === EVERY_OTHER
      ? 'Every other container (*)'
      : containerName(containers.find((one) => one.name === name) ?? { name });
  return (
    <div className={shared.stack}>
      <span className={shared.label}>Container policies</span>
      {form.values.containers.length === 0 && (
        <p className={shared.soft}>None: every container gets a recommendation without bounds.</p>
      )}
      {form.values.containers.map((container, index) => (
        <ContainerFieldset
          key={container.containerName}
          form={form}
          index={index}
          title={titleOf(container.containerName)}
          container={container}
          usual={usual}
        />
      ))}
      {missing.length > 0 && (
        <div className={shared.buttons}>
          {missing.map((name) => (
            <Button
              key={name}
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} stroke={2} />}
              onClick={() => form.insertListItem('containers', containerFields({ containerName: name }))}
            >
              {titleOf(name)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
