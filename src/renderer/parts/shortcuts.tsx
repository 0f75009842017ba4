import { Modal } from './modal';

const keys: readonly [string, string][] = [
  ['Ctrl+N or Cmd+N', 'Take a snapshot'],
  ['Ctrl+O or Cmd+O', 'Open a snapshot'],
  ['Ctrl+1 to 9, 0 or Cmd+1 to 9, 0', 'Go to a page of the rail'],
  ['j, k', 'Next and former finding'],
  ['Enter', 'Open the finding'],
  ['/', 'Search the findings'],
  ['a', 'On a finding: add it to the plan or take it out'],
  ['Escape', 'From a finding back to the diagnosis'],
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
