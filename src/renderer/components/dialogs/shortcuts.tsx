import { listedKeys } from '../../state/keys';
import { Modal } from './modal';
import { texts } from './texts';

export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Modal title={texts.keyboardShortcuts} onClose={onClose}>
      <dl className="shortcuts">
        {listedKeys().map(([key, what]) => (
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
          {texts.close}
        </button>
      </form>
    </Modal>
  );
}
