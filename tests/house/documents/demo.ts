import { SCENARIOS } from '../../../sandbox/scenarios/catalogue';
import { page, table } from './markdown';

const FLAGS: readonly (readonly [string, string])[] = [
  ['--port N', 'port of the dashboard; `0` picks a free one'],
  ['--scenario NAME', 'what the embedded cluster runs, see below'],
  [
    '--speed N',
    'times faster than real time at most (360 by default); it runs slower while the machine cannot keep up',
  ],
  ['--seed N', 'the same seed gives the same cluster'],
  ['--traces DIR', 'drive the workloads with a folder of CSV usage traces'],
];

/** `docs/demo.md`: the flags of the demo, and a line for each scenario. */
export function demoPage(): string {
  return page(
    'The demo',
    '`npm run demo` sets up what is missing and starts an embedded cluster; a day passes in four minutes. It prints `kubeconfig: PATH` for `kubectl` and `dashboard: http://127.0.0.1:3000`; press `?` on any page for its keys. `kubectl` works with it as with any other cluster. `npm run sandbox` runs the cluster alone, in real time, and prints its kubeconfig. Times on pages are those of your clock, with UTC on hover; a press on the clock below the header shows all in UTC.',
    [
      table(
        ['`npm run demo --`', ''],
        FLAGS.map(([flag, says]) => [`\`${flag}\``, says]),
      ),
      '![A workload with its recommendation, its evidence and its pods](../public/screenshot.png)',
      '## Scenarios',
      table(
        ['Scenario', 'What it has', 'What it shows'],
        SCENARIOS.map(({ name, summary, lesson }) => [`\`${name}\``, summary, lesson]),
      ),
    ],
  );
}
