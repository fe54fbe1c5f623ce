import { Button, Menu } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { ContainerFieldset } from './container-fieldset';
import classes from './container-policy-fields.module.css';
import { containerFields, type PolicyFields } from './form-values';

interface ContainerPolicyFieldsProps {
  form: UseFormReturnType<PolicyFields>;
  /** The containers the workload has. */
  names: readonly string[];
}

const EVERY_OTHER = '*';

/** One fieldset for each container policy, and a way to add one for a container that has none. */
export function ContainerPolicyFields({ form, names }: ContainerPolicyFieldsProps) {
  const present = form.values.containers.map((container) => container.containerName);
  const missing = [EVERY_OTHER, ...names].filter((name) => !present.includes(name));
  return (
    <div className={classes.list}>
      <div className={classes.heading}>
        <span className={classes.label}>Container policies</span>
        {missing.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} stroke={2} />}>
                Add
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {missing.map((name) => (
                <Menu.Item
                  key={name}
                  onClick={() => form.insertListItem('containers', containerFields({ containerName: name }))}
                >
                  {name === EVERY_OTHER ? 'Every other container (*)' : name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {form.values.containers.length === 0 && (
        <p className={classes.none}>None: every container is recommended for, without bounds of its own.</p>
      )}
      {form.values.containers.map((container, index) => (
        <ContainerFieldset
          key={container.containerName}
          form={form}
          index={index}
          title={
            container.containerName === EVERY_OTHER ? 'Every other container (*)' : container.containerName
          }
          off={container.mode === 'Off'}
        />
      ))}
    </div>
  );
}
