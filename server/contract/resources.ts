export { RESOURCES, type Resource } from '../model/units';
