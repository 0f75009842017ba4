import { Broken } from '../test/hostile/attack.ts';
import { attacks } from '../test/hostile/attacks/index.ts';
import { mebibytes } from '../test/hostile/judge.ts';
import { openTheatre } from '../test/hostile/stage.ts';
import { defineBench } from './bench.ts';

interface Outcome {
  held: boolean;
  observed: string;
  seconds: number;
  /** Largest resident set of the program; 0: it was not run by itself. */
  peakBytes: number;
}

/** Every attack of test/hostile, on the command line and the window as a user has them. */
export const hostileBench = defineBench<Outcome>({
  id: 'hostile',
  title: 'Hostile servers, files and networks',
  budget: 'every attack is held off, within 400 MiB',
  items: attacks.map(({ id }) => id),
  measure: async (item) => {
    const attack = attacks.find(({ id }) => id === item);
    if (attack === undefined) throw new Error(`no attack ${item}`);
    const theatre = openTheatre(1);
    try {
      return await theatre.play(async (stage) => {
        const started = performance.now();
        const { held, observed } = await attack.run(stage).then(
          (text) => ({ held: true, observed: text }),
          (error: unknown) => {
            if (error instanceof Broken) return { held: false, observed: error.message };
            throw error;
          },
        );
        const seconds = (performance.now() - started) / 1000;
        return { held, observed, seconds, peakBytes: stage.peakBytes() };
      });
    } finally {
      await theatre.close();
    }
  },
  table: (results) => [
    ['who', 'attack', 'expected', 'observed', 'held', 'time', 'memory'],
    ...attacks.flatMap(({ id, room, attack, expected }) => {
      const outcome = results.get(id);
      if (outcome === undefined) return [];
      const { held, observed, seconds, peakBytes } = outcome;
      return [
        [
          room,
          `${attack} (\`${id}\`)`,
          expected,
          plain(observed),
          held ? 'yes' : '**no**',
          `${seconds.toFixed(1)} s`,
          peakBytes === 0 ? '-' : mebibytes(peakBytes),
        ],
      ];
    }),
  ],
  verdict: (results) => {
    const broken = [...results].filter(([, { held }]) => !held).map(([id]) => id);
    const peak = Math.max(0, ...[...results.values()].map(({ peakBytes }) => peakBytes));
    return {
      met: broken.length === 0 && results.size === attacks.length,
      text: `${results.size - broken.length} of ${attacks.length} attacks held off, at most ${mebibytes(peak)}${broken.length === 0 ? '' : `; succeeded: ${broken.join(', ')}`}`,
    };
  },
});

/** Text of servers and programs, inert in a table of Markdown, without the folders of this machine. */
function plain(text: string): string {
  const anywhere = text
    .replaceAll(/[^\s"]*\/latchkey-hostile-\w+\//g, '')
    .replaceAll(/[^\s"]*\/(?=samples\/)/g, '');
  return anywhere.replaceAll(/[|<>`*_[\]\\]/g, '\\$&').replaceAll(/\s+/g, ' ');
}
