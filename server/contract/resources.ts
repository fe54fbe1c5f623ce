export { RESOURCES, type Resource } from '../objects/units';
