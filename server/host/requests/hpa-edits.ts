/** How changes of HPAs are read. */
export { hpaEditSchema, savedHpaEditSchema } from '../../operations/hpa-edit/schema';
