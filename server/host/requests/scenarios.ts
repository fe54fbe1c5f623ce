/** How a choice of scenario is read. */
export { scenarioChoiceSchema } from '../../contract/scenarios';
