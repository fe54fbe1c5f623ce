/** Prints how many bytes each node takes: once without its pods, once with its share of them. */
import { NODES, NodePopulation, nodeNamed } from './node-population';
import { usedBytes } from './used-bytes';

const MINUTES = 90;
const nodes = Array.from({ length: NODES }, (_, index) => nodeNamed(index));
const population = new NodePopulation();
const empty = usedBytes();
population.addPods();
const withPods = usedBytes();
for (let minute = 0; minute < MINUTES; minute++) population.round(nodes, minute);
const learned = usedBytes();
if (population.book.get('node-0')?.view.state !== 'known') throw new Error('the nodes learned nothing');
console.log(`${(learned - withPods) / NODES} ${(learned - empty) / NODES}`);
