import type { ReactNode } from 'react';
import { Modal } from './modal';
import { texts } from './texts';

interface Props {
  title: string;
  /** What goes with it, in sentences. */
  children: ReactNode;
  onDelete: () => void;
  onKeep: () => void;
}

/** Asks before something is deleted permanently. */
export function DeleteDialog({ title, children, onDelete, onKeep }: Props) {
  return (
    <Modal title={title} onClose={onKeep}>
      <p>{children}</p>
      <div className="actions">
        <button type="button" className="danger" onClick={onDelete}>
          {texts.deleteWord}
        </button>
        <button type="button" onClick={onKeep}>
          {texts.keep}
        </button>
      </div>
    </Modal>
  );
}
