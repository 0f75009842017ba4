import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { shortText } from '../../../shared/base/short-text';
import type { RpcOutput } from '../../../shared/rpc';
import type { MenuCommand } from '../../../shared/window/menu';
import { mainPages } from '../../../shared/window/pages';
import { useApp, useShared } from '../../state/app-state';
import { call, type Loaded, useCall } from '../../state/call';
import { applyTheme, type Theme, themes } from '../../state/theme';
import { Modal } from './modal';
import { texts } from './texts';

interface Command {
  id: string;
  title: string;
  /** What kind of thing it is. */
  kind: string;
  run: () => void;
}

const themeTitles: Record<Theme, string> = {
  system: texts.appearanceAsTheSystem,
  light: texts.appearanceLight,
  dark: texts.appearanceDark,
};
const shownCommands = 12;
/** Characters of a statement that a line of the list shows. */
const statementLength = 120;
const mostStatements = 500;

/**
 * Everything that can be gone to or done, found by typing a part of its name. Enter runs what fits the text best, however
 * fast it comes: while a list is read that could hold something better, it waits for that list.
 */
export function Palette({
  actions,
  onClose,
}: {
  actions: Record<MenuCommand, () => void>;
  onClose: () => void;
}) {
  const { commands, reading } = useCommands(actions);
  const [text, setText] = useState('');
  /** The command that the arrows went to; null: the best fit. */
  const [at, setAt] = useState<string | null>(null);
  const [entered, setEntered] = useState(false);
  const id = useId();
  const found = useMemo(() => findCommands(commands, text).slice(0, shownCommands), [commands, text]);
  const chosen = found.find((command) => command.id === at) ?? found[0];
  const settled = !reading || at !== null || (chosen !== undefined && isCertain(chosen, text));

  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits runs when the lists are here, not when it changes
  useEffect(() => {
    if (!entered || !settled) return;
    setEntered(false);
    run(chosen);
  }, [entered, settled]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const place = chosen === undefined ? 0 : found.indexOf(chosen);
      setAt(found[(place + step + found.length) % found.length]?.id ?? null);
      setEntered(false);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setEntered(true);
    }
  };

  return (
    <Modal title={texts.goToOrDo} high onClose={onClose}>
      <input
        className="palette-input"
        // A search field would take the first Escape for itself.
        type="text"
        role="combobox"
        aria-label={texts.command}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.id}`}
        placeholder={texts.pageFindingVariableRuleStatement}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(null);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label={texts.commands}>
        {found.map((command) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list
          <div
            key={command.id}
            id={`${id}-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            <span className="soft">{command.kind}</span>
          </div>
        ))}
      </div>
      {(found.length === 0 || entered) && (
        <p className="soft" role="status">
          {reading ? texts.readingWhatTheSnapshotHolds : texts.nothingIsCalledThat}
        </p>
      )}
    </Modal>
  );
}

/** @returns the commands so far; `reading`: lists are on their way */
function useCommands(actions: Record<MenuCommand, () => void>): { commands: Command[]; reading: boolean } {
  const { go, openPath } = useApp();
  const analysis = useShared('analysis');
  const source = useShared('source');
  const { loaded: recent } = useCall('snapshot.list', {});
  const { loaded: samples } = useCall('snapshot.samples', {});
  const { loaded: rules } = useCall('rules.list', {});
  const ofSource = (section: string) => (source === null ? null : { id: source.id, section });
  const { loaded: variables } = useCall('snapshot.section', ofSource('variables'));
  const { loaded: top } = useCall(
    'analysis.topSql',
    source === null ? null : { id: source.id, limit: mostStatements },
  );
  const explore = (section: string, search: string) => go({ page: 'explorer', section, search });
  const ofAll = [recent, samples, rules];
  const awaited = source === null ? ofAll : [...ofAll, analysis, variables, top];
  const commands = [
    ...mainPages.map(({ page, title }) => command(`page-${page}`, title, 'page', () => go({ page }))),
    command('connect', texts.connectToAServer, 'command', () => go({ page: 'connect' })),
    command('snapshot', texts.takeASnapshot, 'command', actions['take-snapshot']),
    command('open', texts.openASnapshot, 'command', actions['open-snapshot']),
    command('import', texts.importFilesOfAnotherTool, 'command', actions.import),
    command('paste', texts.pasteStatusAndVariables, 'command', actions.paste),
    command('rules', texts.allRulesAndACheck, 'command', () => go({ page: 'rules' })),
    command('window', texts.newWindow, 'command', () => void call('window.open', {})),
    command('tour', texts.tourOfThePages, 'command', actions.tour),
    command('keys', texts.keyboardShortcuts, 'command', actions.shortcuts),
    ...themes.map((theme) =>
      command(`theme-${theme}`, themeTitles[theme], 'command', () => applyTheme(theme)),
    ),
    ...(source !== null && analysis.state === 'ready' ? analysis.value.findings : []).map(
      ({ ruleId, title }) =>
        command(`finding-${ruleId}`, title, 'finding', () => go({ page: 'finding', ruleId })),
    ),
    ...(recent.state === 'ready' ? recent.value : []).map(({ id, title, path }) =>
      command(`snapshot-${id}`, title, 'snapshot', () => void openPath(path)),
    ),
    ...cellsOf(variables, 'variable_name', 'name').map((name) =>
      command(`variable-${name}`, name, 'variable', () => explore('variables', name)),
    ),
    ...(rules.state === 'ready' ? rules.value.rules : []).map(({ id, title }) =>
      command(`rule-${id}`, `${title} (${id})`, 'rule', () => go({ page: 'rule', ruleId: id })),
    ),
    ...(top.state === 'ready' ? top.value.statements : []).map(({ key, text }) =>
      command(`statement-${key}`, shortText(text, statementLength), 'statement', () =>
        go({ page: 'top-sql', statement: key }),
      ),
    ),
    ...(samples.state === 'ready' ? samples.value : []).map(({ name, title, path }) =>
      command(`sample-${name}`, title, 'sample', () => void openPath(path)),
    ),
  ];
  return { commands, reading: awaited.some(({ state }) => state === 'loading') };
}

/** The texts of one column at the end of the window; [] while it is read, or where the snapshot has none. */
function cellsOf(section: Loaded<RpcOutput<'snapshot.section'>>, ...names: string[]): string[] {
  const table = section.state === 'ready' ? section.value.data?.end?.table : undefined;
  const column = table?.columns.findIndex((name) => names.includes(name.toLowerCase())) ?? -1;
  if (table === undefined || column < 0) return [];
  return [...new Set(table.rows.flatMap((row) => (row[column] == null ? [] : [String(row[column])])))];
}

function command(id: string, title: string, kind: string, run: () => void): Command {
  return { id, title, kind, run };
}

/** Whether nothing that is still read can come before it: pages and commands that begin with the text stand first. */
function isCertain({ title, kind }: Command, text: string): boolean {
  return (kind === 'page' || kind === 'command') && title.toLowerCase().startsWith(text.trim().toLowerCase());
}

/** Those in which every word stands; first what is called so, then what begins with the text. */
function findCommands(commands: readonly Command[], text: string): Command[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  const fits = commands.filter(({ title, kind }) => {
    const whole = `${title} ${kind}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  const distance = ({ title }: Command) => {
    const name = title.toLowerCase();
    return name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2;
  };
  return fits.sort((a, b) => distance(a) - distance(b));
}
