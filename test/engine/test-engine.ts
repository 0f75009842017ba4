import { createEngine, defaultPaths, type Engine } from '../../src/engine';
import { systemClock } from '../../src/shared/base/clock';

/** An engine with the rules and samples of the project that keeps its data in the folder. */
export function testEngine(home: string): Engine {
  return createEngine({
    paths: defaultPaths(process.cwd(), { LATCHKEY_HOME: home }, process.platform),
    version: 'test',
    clock: systemClock,
    process: { pid: process.pid, bootId: 'test' },
  });
}
