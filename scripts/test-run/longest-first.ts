// In which order files run where no former run has left their times: Vitest then takes the largest first.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files whose tests take minutes: begun last, one of them would keep a single processor busy at the end. */
const long = [
  'test/hostile/hostile.live.test.ts',
  'test/probe/proof.live.test.ts',
  'test/cli/installed.live.test.ts',
  'test/scripts/new.test.ts',
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
