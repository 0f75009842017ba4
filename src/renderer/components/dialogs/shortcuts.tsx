import { Modal } from './modal';

const keys: readonly [string, string][] = [
  ['Ctrl+K or Cmd+K', 'Commands: any page, finding, snapshot or command by its name'],
  ['?', 'This list'],
  ['Ctrl+N or Cmd+N', 'Take a snapshot'],
  ['Ctrl+O or Cmd+O', 'Open a snapshot'],
  ['Ctrl+I or Cmd+I', "Import another tool's files"],
  ['Ctrl+Shift+N or Cmd+Shift+N', 'Open a further window'],
  ['Ctrl+W or Cmd+W', 'Close this window'],
  ['Ctrl+1 to 9, 0 or Cmd+1 to 9, 0', 'Go to a page of the rail'],
  ['j, k', 'Next and former finding'],
  ['Enter', 'Open the finding'],
  ['/', 'Search the findings'],
  ['a', 'On a finding: add it to the plan or take it out'],
  [
    'Escape',
    'From a finding back to the diagnosis; closes a dialog; in a field of the plan: the value before',
  ],
  ['Left, Right', 'In tabs: the next and former tab; in a chart: the cursor'],
  ['+, -, 0', 'In a chart: zoom in, zoom out, the whole window'],
  ['Shift with Left, Right', 'In a chart: pan; Page Up and Page Down go further'],
  ['Ctrl with + and -, Ctrl+Alt+0', 'Larger, smaller, normal size'],
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcuts">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" className="actions">
        <button type="submit" className="primary">
          Close
        </button>
      </form>
    </Modal>
  );
}
