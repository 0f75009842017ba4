import type { ReactNode } from 'react';
import { Modal } from './modal';

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
          Delete
        </button>
        <button type="button" onClick={onKeep}>
          Keep
        </button>
      </div>
    </Modal>
  );
}
