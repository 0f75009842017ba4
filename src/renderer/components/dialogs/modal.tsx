import { type ReactNode, useEffect, useId, useRef } from 'react';

/**
 * A modal dialog: focus is kept in it and returned, Escape closes it.
 * @param closable false while something runs that the reader has to see the end of
 */
export function Modal({
  title,
  wide = false,
  high = false,
  closable = true,
  onClose,
  children,
}: {
  title: string;
  wide?: boolean;
  /** Stands near the top and does not move when it grows. */
  high?: boolean;
  closable?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={wide ? 'wide-dialog' : high ? 'high-dialog' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        if (!closable) event.preventDefault();
      }}
      onClose={onClose}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
