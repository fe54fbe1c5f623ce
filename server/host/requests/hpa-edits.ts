/** How changes of HPAs are read. */
export { hpaEditSchema, savedHpaEditSchema } from '../../contract/requests/hpa-edit-schema';
